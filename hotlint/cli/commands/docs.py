"""`hotlint docs`: write the documentation of templates."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from hotlint.cli import template_input
from hotlint.cli.errors import UsageError
from hotlint.cli.options import add_format, add_options, group
from hotlint.common.printable import printable
from hotlint.formats.configuration import REPORT
from hotlint.output.formats import format_help, format_names, renderer

DESCRIPTION = """Write the documentation of templates: parameters, conditions, resources, nested templates, outputs, and the graph.

With --inject it replaces what is between two lines of a Markdown file, which are added at its end when they are missing:

    <!-- BEGIN_HOTLINT_DOCS -->
    <!-- END_HOTLINT_DOCS -->

Defaults of hidden parameters are not shown.

Exit codes: 0 success, 1 with --check: the file is not up to date, 2 usage error."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("templates", nargs="*", metavar="TEMPLATE", help="a HOT template; '-' for standard input")
    template_input.arguments(parser, with_values=False)
    add_format(parser, format_help("template_docs"), format_names("template_docs"), "markdown")
    add = group(parser, REPORT).add_argument
    add("--inject", metavar="FILE", help="write into this Markdown file, between its markers")
    add_options(parser, "--check")
    add("--no-graph", action="store_true", help="leave the graphs out")
    add("--level", type=int, choices=range(1, 6), default=2, help="level of the first Markdown heading (default: 2)")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.operations.docs import docs, injected
    from hotlint.operations.named_files import replace_file

    path = options.inject or options.output
    if options.inject and (options.output or options.format != "markdown"):
        raise UsageError("--inject writes Markdown into its own file; leave --output and --format out")
    if options.check and not path:
        raise UsageError("--check needs --inject or --output, which name the file to compare with")
    if bool(options.templates) == bool(options.deployment):
        raise UsageError("docs takes TEMPLATE..., or --deployment NAME")
    found = docs(template_input.request(options, template) for template in options.templates or [""])
    template_input.tell(options, found.notes)
    made = renderer("template_docs", options.format)(found.documents, level=options.level, graph=not options.no_graph)
    if not path:
        sys.stdout.write(made)
        return 0
    before = _text_of(path)
    text = injected(before or "", made, path) if options.inject else made
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")  # a value may hold half of a surrogate pair
    if options.check:
        return _compared(path, before, text)
    if before != text:
        replace_file(path, before, text)
    return 0


def _compared(path: str, before: str | None, text: str) -> int:
    if before == text:
        return 0
    print(f"hotlint: '{printable(path)}' is not up to date; run 'hotlint docs' without --check", file=sys.stderr)
    return 1


def _text_of(path: str) -> str | None:
    """Return the text of a file; None when there is none. Raises OperationError."""
    from hotlint.common.files import ReadError, read_text
    from hotlint.operations.errors import cannot_read

    try:
        return read_text(path)
    except FileNotFoundError:
        return None
    except (OSError, ReadError) as exc:
        raise cannot_read(exc, path) from None
