"""`hotlint preview`: what a template resolves to, without a cloud."""

from __future__ import annotations

import gc
import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module
from typing import TYPE_CHECKING

from hotlint.cli import template_input
from hotlint.cli.main import UsageError

if TYPE_CHECKING:
    from hotlint.dry_run.stack_preview import Preview

DESCRIPTION = """Resolve a template as Heat would, with given parameters and environments and no cloud.

What only the cloud knows stays visibly unknown, with the reason. '-' reads the template from standard input.
Exit codes: 0 all that can be resolved is; 1 something fails as it would in Heat; 2 misuse."""
FORMATS = ("yaml", "json", "html")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("template", metavar="TEMPLATE", help="a HOT template; '-' for standard input")
    template_input.arguments(parser)
    add = parser.add_argument
    add("-f", "--format", choices=FORMATS, default="yaml", help="form of the result (default: yaml)")
    add("--explain", metavar="PATH", help="why a value is what it is, such as resources.server.properties.user_data")
    add("--show-hidden", action="store_true", help="show the values of hidden parameters")


def run(options: Namespace) -> int:
    gc.disable()
    from hotlint.dry_run.stack_preview import errors

    preview = template_input.preview(options, options.template, show_hidden=options.show_hidden)
    if options.explain:
        template_input.write(options, explanation(preview, options.explain))
        return 0
    template_input.write(options, import_module(f"hotlint.output.preview.{options.format}").render(preview))
    found = list(errors(preview))
    for where, message in found:
        print(f"hotlint: {where}: {message}", file=sys.stderr)
    return 1 if found else 0


def explanation(preview: Preview, path: str) -> str:
    """The way of one value. Raises MisuseError for a path that leads nowhere."""
    from hotlint.dry_run.provenance import NoSuchPartError, explain
    from hotlint.output.preview.explain import render

    project = preview.unit.project
    try:
        return render(explain(preview, path), lambda file: project.document(file).text)
    except NoSuchPartError as exc:
        raise UsageError(str(exc)) from None
