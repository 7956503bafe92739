"""`hotlint graph`: draw the resources of a template and what they depend on."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hotlint.cli import template_input

DESCRIPTION = """Draw the resources of a template and what they depend on.

An arrow leads from a resource to what it needs, so to what is created before it; it is dashed where depends_on alone
asks for that. Resources that a condition switches off are pale. The drawings need no other program."""
FORMATS = ("mermaid", "dot", "svg", "html")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("template", metavar="TEMPLATE", help="a HOT template; '-' for standard input")
    template_input.arguments(parser, with_values=False)
    parser.add_argument(
        "-f", "--format", choices=FORMATS, default="mermaid", help="form of the drawing (default: mermaid)"
    )


def run(options: Namespace) -> int:
    from hotlint.dry_run.dependency_graph import dependency_graph

    preview = template_input.preview(options, options.template)
    graph, path = dependency_graph(preview), preview.unit.path
    if options.format == "mermaid":
        from hotlint.output.graph.mermaid import render
    elif options.format == "dot":
        from hotlint.output.graph.dot import render
    elif options.format == "svg":
        from hotlint.output.graph.svg import render
    else:
        from hotlint.output.graph.html import render
    template_input.write(options, render(graph, path))
    return 0
