"""`hotlint docs`: write the documentation of templates."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from hotlint.cli import template_input
from hotlint.cli.errors import UsageError, cannot_read
from hotlint.common.printable import printable
from hotlint.output.formats import format_help, format_names, renderer

DESCRIPTION = """Write the documentation of templates: parameters, conditions, resources, nested templates, outputs, and the graph.

With --inject it replaces what is between two lines of a Markdown file, which are added at its end when they are missing:

    <!-- BEGIN_HOTLINT_DOCS -->
    <!-- END_HOTLINT_DOCS -->

Defaults of hidden parameters are not shown.

Exit codes: 0 success, 1 with --check: the file is not up to date, 2 usage error."""
BEGIN, END = "<!-- BEGIN_HOTLINT_DOCS -->", "<!-- END_HOTLINT_DOCS -->"


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("templates", nargs="+", metavar="TEMPLATE", help="a HOT template; '-' for standard input")
    template_input.arguments(parser, with_values=False)
    add("-f", "--format", choices=format_names("template_docs"), default="markdown", help=format_help("template_docs"))
    add("--inject", metavar="FILE", help="write into this Markdown file, between its markers")
    add(
        "--check",
        action="store_true",
        help="write nothing, and fail when the file of --inject or --output is not up to date",
    )
    add("--no-graph", action="store_true", help="leave the graphs out")
    add("--level", type=int, choices=range(1, 6), default=2, help="level of the first Markdown heading (default: 2)")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.output.template_docs import template_docs

    path = options.inject or options.output
    if options.inject and (options.output or options.format != "markdown"):
        raise UsageError("--inject writes Markdown into its own file; leave --output and --format out")
    if options.check and not path:
        raise UsageError("--check needs --inject or --output, which name the file to compare with")
    documents = [template_docs(template_input.preview(options, template)) for template in options.templates]
    made = renderer("template_docs", options.format)(documents, level=options.level, graph=not options.no_graph)
    if not path:
        sys.stdout.write(made)
        return 0
    before = _text_of(path)
    text = _injected(before or "", made, path) if options.inject else made
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")  # a value may hold half of a surrogate pair
    return _compared(path, before, text) if options.check else _written(path, before, text)


def _compared(path: str, before: str | None, text: str) -> int:
    if before == text:
        return 0
    print(f"hotlint: '{printable(path)}' is not up to date; run 'hotlint docs' without --check", file=sys.stderr)
    return 1


def _written(path: str, before: str | None, text: str) -> int:
    """Write a file that changes, whole or not at all. Raises UsageError."""
    from hotlint.cli.report_output import write_file
    from hotlint.common.file_replacement import replace_text
    from hotlint.common.files import ReadError

    if before is None:
        write_file(path, text)
    elif before != text:
        try:
            replace_text(path, before, text)
        except OSError as exc:
            raise UsageError(f"cannot write '{path}': {exc.strerror}") from None
        except ReadError as exc:
            raise UsageError(f"cannot write '{path}': {exc.message}") from None
    return 0


def _text_of(path: str) -> str | None:
    """Return the text of a file; None when there is none. Raises UsageError."""
    from hotlint.common.files import ReadError, read_text

    try:
        return read_text(path)
    except FileNotFoundError:
        return None
    except OSError as exc:
        raise UsageError(cannot_read(exc)) from None
    except ReadError as exc:
        raise UsageError(f"cannot read '{path}': {exc.message}") from None


def _injected(before: str, made: str, path: str) -> str:
    """Return the text of a file with the documentation between its markers. Raises UsageError for markers out of order."""
    from hotlint.syntax.edits import line_ending

    end_of_line = line_ending(before)
    for marker in (BEGIN, END):  # in a description or a default
        made = made.replace(marker, f"{marker.removesuffix('-->')}-- >")
    block = f"{BEGIN}\n{made}{END}".replace("\n", end_of_line)
    if BEGIN not in before and END not in before:
        gap = "" if not before else end_of_line if before.endswith(end_of_line) else end_of_line * 2
        return f"{before}{gap}{block}{end_of_line}"
    start, end = before.find(BEGIN), before.find(END)
    if start < 0 or end < start or before.count(BEGIN) > 1 or before.count(END) > 1:
        raise UsageError(f"'{path}' must hold the line '{BEGIN}' once, and '{END}' once after it")
    return before[:start] + block + before[end + len(END) :]
