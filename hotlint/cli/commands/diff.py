"""`hotlint diff`: show what Heat would do to a stack when its template changes."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hotlint.cli import template_input
from hotlint.cli.errors import UsageError
from hotlint.cli.options import UPDATE_LEVELS, add_fail_on, add_format, add_options, group
from hotlint.formats.configuration import VALUES
from hotlint.output.formats import format_help, format_names, renderer

DESCRIPTION = """Compare two versions of a template, resolved, and show what Heat would do to a stack.

OLD and NEW are files, or files of a git revision as REV:PATH (PATH from the top of the repository, or ./PATH from here).
Environments apply to both. For a revision, its own environment files, nested templates and other files are used.

Exit codes: 0 success, 1 Heat refuses the update as a whole, a service refuses a change, or --fail-on is reached, 2 usage error."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("old", metavar="OLD", help="the template as it is: a file, or REV:PATH")
    parser.add_argument(
        "new", nargs="?", metavar="NEW", help="the template as it will be: a file, or REV:PATH; or that of --deployment"
    )
    template_input.arguments(parser)
    group(parser, VALUES).add_argument(
        "--old-environment",
        action="append",
        metavar="ENV",
        help="an environment file for OLD, instead of those of -e; may be repeated",
    )
    add_format(parser, format_help("diff"), format_names("diff"), "text")
    add_fail_on(parser, UPDATE_LEVELS)
    add_options(parser, "--show-hidden")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.operations.diff import diff

    if options.new is None and not options.deployment:
        raise UsageError("diff takes OLD and NEW, or OLD and --deployment NAME")
    new = template_input.request(options, "" if options.deployment else options.new)
    new = new._replace(path=options.new or new.path)
    old = new._replace(path=options.old)
    if options.old_environment is not None:
        old = old._replace(scope=old.scope.with_settings(environments=tuple(options.old_environment)))
    changes, notes = diff(old, new)
    template_input.tell(options, notes)
    template_input.write(options, renderer("diff", options.format)(changes))
    fails = options.fail_on and changes.reaches(options.fail_on)
    return 1 if changes.refused or changes.failing or fails else 0
