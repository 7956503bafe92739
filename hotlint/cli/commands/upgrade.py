"""`hotlint upgrade`: raise templates to a later version of HOT."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from hotlint.cli.options import add_configuration, add_options, add_setting, parameters, scope
from hotlint.cli.rewriting_run import RewritingRun
from hotlint.common.printable import printable

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
    add("--check", action="store_true", help="change nothing, and fail when a file would change")
    add("--diff", action="store_true", help="show what would change, and change nothing")
    add("-q", "--quiet", action="store_true", help="name neither the files nor what is left to decide")
    add_setting(parser, "environments", "prove that the results are equal with this environment file")
    add_options(parser, "--parameter")
    add_setting(
        parser, "target", "the OpenStack release that says what is deprecated", "the release of --to, else the newest"
    )
    add_setting(parser, "plugin_dirs")
    add_configuration(parser)
    add_options(parser, "--stdin-filename")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.operations.upgrade import upgrading

    rewrite = upgrading(scope(options), options.to, parameters(options.parameter))
    return RewritingRun(options, "upgraded", None if options.quiet else _report).run(rewrite)


def _report(path: str, result: UpgradeResult) -> None:
    """Write what was replaced in a file, and what is left to decide, to standard error."""
    from hotlint.rewriting.upgrader import place

    for what, number in result.done:
        times = f" ({number} times)" if number > 1 else ""
        print(f"{printable(path)}: {printable(what)}{times}", file=sys.stderr)
    for decision in result.decisions:
        line, column = place(result.text, decision.span)
        print(f"{printable(path)}:{line}:{column}: to decide: {printable(decision.message)}", file=sys.stderr)
