"""`hotlint graph`: draw the resources of a template and their dependencies."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from hotlint.cli import template_input
from hotlint.cli.options import add_format
from hotlint.common.printable import printable
from hotlint.output.formats import format_help, format_names, renderer

DESCRIPTION = """Draw the resources of a template and their dependencies.

An arrow points from a resource to one that it depends on and that is created before it; it is dashed where only
depends_on asks for that. Resources that a condition disables are pale. No other program is needed.

Exit codes: 0 success, 1 Heat refuses a given value, 2 usage error."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    template_input.add_template(parser)
    template_input.arguments(parser, with_values=False)
    add_format(parser, format_help("graph"), format_names("graph"), "mermaid")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.operations.graph import graph

    found = graph(template_input.request(options, template_input.the_template(options, "graph")))
    template_input.tell(options, found.notes)
    template_input.write(options, renderer("graph", options.format)(found.graph, found.path))
    for name, reason in found.refused:
        print(printable(f"hotlint: parameters.{name}: {reason}"), file=sys.stderr)
    return 1 if found.refused else 0
