"""`hotlint format`: lay out templates and environments in one style."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from hotlint.cli.options import add_configuration, configurations
from hotlint.cli.rewriting_run import RewritingRun
from hotlint.linter.settings.finder import Finder

if TYPE_CHECKING:
    from hotlint.rewriting.formatter import FormatResult

DESCRIPTION = """Format templates and environment files.

Sections and the keys of resources get their usual order, every level two spaces, sections and resources a blank line between
them. Comments, quotes, block scalars, flow collections and anchors stay. Each result is proved to be the same document to Heat;
a file for which that fails is left alone, and so is one that is JSON, a Jinja source, or no valid YAML. The settings
list_indentation and flow_spaces change the style.

'-' formats standard input. Without PATH, the working folder is formatted.

Exit codes: 0 success, 1 with --check or --diff: a file would change, 2 usage error, or a named file cannot be formatted."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add(
        "paths",
        nargs="*",
        metavar="PATH",
        help="a template, environment file or folder; '-' for standard input (default: the working folder)",
    )
    add("--check", action="store_true", help="change nothing, and fail when a file would change")
    add("--diff", action="store_true", help="show what would change, and change nothing")
    add("-q", "--quiet", action="store_true", help="do not name the files")
    add_configuration(parser)
    add(
        "--stdin-filename",
        metavar="PATH",
        default="stdin",
        help="the file name to assume for standard input (default: stdin)",
    )


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    run_ = RewritingRun(options, "formatted")
    finder = configurations(options)
    run_.standard_input(lambda path, text: _outcome(path, text, finder))
    run_.files(lambda path, text: _outcome(path, text, finder))
    sys.stderr.write("" if options.quiet else f"{run_.summary()}\n")
    return run_.exit_code()


def _outcome(path: str, text: str, finder: Finder) -> FormatResult:
    from hotlint.rewriting.formatter import format_text

    return format_text(text, path, finder.settings(path))
