"""`hotlint diff`: show what Heat would do to a stack when its template changes."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hotlint.cli import template_input
from hotlint.cli.options import add_options
from hotlint.output.formats import format_help, format_names, renderer

DESCRIPTION = """Compare two versions of a template, resolved, and show what Heat would do to a stack.

OLD and NEW are files, or files of a git revision as REV:PATH (PATH from the top of the repository, or ./PATH from here).
Environments apply to both. For a revision, its own environment files, nested templates and other files are used.

Exit codes: 0 success, 1 Heat refuses the update as a whole, a service refuses a change, or something changes and --exit-code is
given, 2 usage error."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("old", metavar="OLD", help="the template as it is: a file, or REV:PATH")
    parser.add_argument("new", metavar="NEW", help="the template as it will be: a file, or REV:PATH")
    template_input.arguments(parser)
    add = parser.add_argument
    add(
        "--old-environment",
        action="append",
        metavar="ENV",
        help="an environment file for OLD, instead of those of -e; may be repeated",
    )
    add("-f", "--format", choices=format_names("diff"), default="text", help=format_help("diff"))
    add("--exit-code", action="store_true", help="exit with 1 when something changes")
    add_options(parser, "--show-hidden")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.operations.diff import diff

    old, new = (template_input.request(options, path) for path in (options.old, options.new))
    if options.old_environment is not None:
        old = old._replace(scope=old.scope.with_settings(environments=tuple(options.old_environment)))
    changes, notes = diff(old, new)
    template_input.tell(notes)
    template_input.write(options, renderer("diff", options.format)(changes))
    differs = options.exit_code and (changes.effective or changes.outputs)
    return 1 if changes.refused or changes.failing or differs else 0
