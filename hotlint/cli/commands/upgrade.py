"""`hotlint upgrade`: raise templates to a later version of HOT."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from functools import partial
from typing import TYPE_CHECKING

from hotlint.cli.errors import UsageError
from hotlint.cli.options import add_configuration, add_options, add_setting, parameters, scope
from hotlint.cli.rewriting_run import RewritingRun
from hotlint.common.printable import printable
from hotlint.operations.scope import SettingsScope, named_deployment

if TYPE_CHECKING:
    from hotlint.rewriting.upgrader import UpgradeResult

DESCRIPTION = """Upgrade templates to a later version of HOT.

Functions of CloudFormation (Ref, Fn::Join, ...), deprecated properties (network_id) and types with a known successor are replaced, and
heat_template_version is raised. Each step is proved by the dry run, which must give the same values before and after, and by a
check, which must find nothing new; a step without that proof is not made. What a person must decide is listed.

'-' upgrades standard input. Without PATH, the working folder is upgraded.

Exit codes: 0 success, 1 with --check or --diff: a file would change, 2 usage error, or a named file cannot be upgraded."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add(
        "paths",
        nargs="*",
        metavar="PATH",
        help="a template or folder; '-' for standard input (default: the working folder)",
    )
    add(
        "--to", required=True, metavar="VERSION",
        help="the version of HOT: a date or the name of a release, such as wallaby; a name is the target release, too",
    )  # fmt: skip
    add_options(parser, "--deployment")
    for name in ("environments", "discovery"):
        add_setting(parser, name)
    add_options(parser, "--parameter", "--parameter-file")
    add_setting(parser, "target", "the release of --to, else the newest")
    for name in ("cloud_snapshot", "plugin_dirs"):
        add_setting(parser, name)
    add_options(parser, "--check", "--diff", "--quiet", "--verbose", "--stdin-filename")
    add_configuration(parser)


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.operations.upgrade import upgrading

    asked, values = scope(options), parameters(options.parameter, options.parameter_file)
    if options.deployment:
        if options.paths:
            raise UsageError("--deployment names the template; give no PATH with it")
        found = named_deployment(asked, options.deployment)
        options.paths, asked, values = [found.template], asked.with_deployment(found), {**dict(found.values), **values}
    rewrite = upgrading(asked, options.to, values)
    told_of = asked if options.verbose else None
    return RewritingRun(options, "upgraded", None if options.quiet else partial(_report, told_of)).run(rewrite)


def _report(told_of: SettingsScope | None, path: str, result: UpgradeResult) -> None:
    """Write what was replaced in a file, and what is left to decide, to standard error; with a scope, what was read for it."""
    from hotlint.operations.read_files import read_notes
    from hotlint.rewriting.upgrader import place
    from hotlint.syntax.source import LineIndex

    if told_of is not None and not result.is_other:
        for note in read_notes(told_of, path, result.files, result.environments):
            print(f"hotlint: {printable(note)}", file=sys.stderr)
    for what, number in result.done:
        times = f" ({number} times)" if number > 1 else ""
        print(f"{printable(path)}: {printable(what)}{times}", file=sys.stderr)
    lines = LineIndex(result.text)
    for decision in result.decisions:
        line, column = place(lines, decision.span)
        print(f"{printable(path)}:{line}:{column}: to decide: {printable(decision.message)}", file=sys.stderr)
