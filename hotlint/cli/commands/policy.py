"""`hotlint policy`: list policies, and run their tests."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hotlint.cli.options import add_options, boundary
from hotlint.common.boundary import OPTION
from hotlint.common.counts import counted
from hotlint.common.printable import printable
from hotlint.operations.scope import SettingsScope

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

DESCRIPTION = """Policies are rules of a site's own, as CEL expressions on resolved values; `hotlint check` applies those of the
configuration.

  hotlint policy test [FILE...]  run the tests of files of policies (or of packs, such as hotlint:example); without FILE, of
                                 the files that the configuration names
  hotlint policy list [FILE]     list the policies of a file or a pack, or those that apply to a template

Exit codes: 0 success, 1 a test fails or a file has a mistake, 2 usage error."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", choices=("test", "list"), help="what to do")
    parser.add_argument("files", nargs="*", metavar="FILE", help="a file of policies, a pack, or for 'list' a template")
    add_options(parser, "--config", OPTION)


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    scope = SettingsScope(config=options.config, confined_to=boundary(options))
    return _test(options.files, scope) if options.action == "test" else _list(options.files, scope)


def _test(files: list[str], scope: SettingsScope) -> int:
    from hotlint.operations.policies import tested

    failed = passed = 0
    has_mistakes = False
    for file in tested(files, scope):
        _report(file.problems)
        has_mistakes = has_mistakes or bool(file.problems)
        for result in file.results:
            passed += not result.failures
            failed += bool(result.failures)
            print(
                f"{'FAILED' if result.failures else 'ok'} {printable(result.test.policy)} {printable(result.test.name)}"
            )
            for failure in result.failures:
                print(f"    {printable(failure)}")
    print(f"{counted(passed + failed, 'test')}: {passed} passed, {failed} failed.")
    return 1 if failed or has_mistakes else 0


def _list(files: list[str], scope: SettingsScope) -> int:
    from hotlint.operations.policies import listed

    policies, problems = listed(files, scope)
    _report(problems)
    for policy in policies:
        print(f"{policy.code}  {policy.severity:<7}  {printable(policy.name)}: {printable(policy.message)}")
        print(f"    {policy.subject} {', '.join(map(printable, policy.patterns))}, from {printable(policy.file)}")
    if not policies and not problems:
        print(
            "hotlint: no policies apply; name them in .hotlint.yaml, or write first ones: hotlint new policy FOLDER",
            file=sys.stderr,
        )
    return 1 if problems else 0


def _report(problems: list[str]) -> None:
    for problem in problems:
        print(printable(problem), file=sys.stderr)
