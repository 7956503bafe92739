"""`hotlint format`: lay out templates and environments in one style."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hotlint.cli.options import add_configuration, add_options, scope
from hotlint.cli.rewriting_run import RewritingRun

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
    add_options(parser, "--check", "--diff", "--quiet", "--stdin-filename")
    add_configuration(parser)


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.operations.format import formatting

    return RewritingRun(options, "formatted").run(formatting(scope(options)))
