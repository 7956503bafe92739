"""`hotlint bundle`: write what Heat's client would send for a template."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hotlint.cli import template_input
from hotlint.cli.options import add_format, group
from hotlint.formats.configuration import REPORT

DESCRIPTION = """Write the request with which `openstack stack create` creates a stack, without the stack's name: the template, all files
that it and its environments lead to, and the environments, merged. Clients that do not collect files can send it.

Exit codes: 0 success, 2 a file cannot be sent, or usage error."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    from hotlint.operations.bundle import PARTS

    template_input.add_template(parser)
    template_input.arguments(parser, with_values=False)
    add_format(parser, "output format: json or yaml (default: json)", ("json", "yaml"), "json")
    add = group(parser, REPORT).add_argument
    add("--part", choices=PARTS, help="write this part alone, as Horizon and Terraform take them")
    add(
        "--self-contained",
        action="store_true",
        help="put the texts of files into the template, so that there are no files; impossible with nested templates",
    )


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    import json

    from hotlint.operations.bundle import bundle
    from hotlint.syntax.yaml_writer import dump

    template = template_input.the_template(options, "bundle")
    body, notes = bundle(template_input.request(options, template), self_contained=options.self_contained)
    template_input.tell(options, notes)
    data = body if options.part is None else body[options.part]
    template_input.write(
        options, json.dumps(data, indent=2) + "\n" if options.format == "json" else dump(data, exact=True)
    )
    return 0
