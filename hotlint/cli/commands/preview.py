"""`hotlint preview`: resolve a template without a cloud."""

from __future__ import annotations

import gc
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from hotlint.cli import template_input
from hotlint.cli.errors import UsageError
from hotlint.common.printable import printable
from hotlint.output.formats import format_help, format_names, renderer

if TYPE_CHECKING:
    from hotlint.dry_run.stack_preview import Preview

DESCRIPTION = """Resolve a template as Heat would, with given parameters and environments and no cloud.

Values that only the cloud knows are shown as unknown, with the reason. '-' reads the template from standard input.

Exit codes: 0 nothing fails, 1 some value fails to resolve as it would in Heat, 2 usage error."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("template", metavar="TEMPLATE", help="a HOT template; '-' for standard input")
    template_input.arguments(parser)
    add = parser.add_argument
    add("-f", "--format", choices=format_names("preview"), default="yaml", help=format_help("preview"))
    add(
        "--explain",
        metavar="VALUE",
        help="explain how a value is computed, such as resources.server.properties.user_data",
    )
    add("--show-hidden", action="store_true", help="show the values of hidden parameters")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    gc.disable()
    from hotlint.dry_run.errors import errors

    preview = template_input.preview(options, options.template, show_hidden=options.show_hidden)
    if options.explain:
        template_input.write(options, explanation(preview, options.explain))
        return 0
    template_input.write(options, renderer("preview", options.format)(preview))
    found = list(errors(preview))
    for where, message in found:
        print(f"hotlint: {printable(where)}: {printable(message)}", file=sys.stderr)
    return 1 if found else 0


def explanation(preview: Preview, path: str) -> str:
    """Return how one value is computed. Raises UsageError for a path that does not exist."""
    from hotlint.dry_run.provenance import NoSuchPartError, explain
    from hotlint.output.preview.explain import render

    project = preview.unit.project
    try:
        return render(explain(preview, path), lambda file: project.document(file).text)
    except NoSuchPartError as exc:
        raise UsageError(str(exc)) from None
