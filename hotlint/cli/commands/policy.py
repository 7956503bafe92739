"""`hotlint policy`: list policies, and run their tests."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from hotlint.cli.errors import UsageError, cannot_read
from hotlint.cli.options import configurations
from hotlint.common.counts import counted
from hotlint.common.printable import printable

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from hotlint.linter.settings.finder import Finder
    from hotlint.linter.settings.model import Settings
    from hotlint.policies.model import Policy, PolicyFile
    from hotlint.policies.testing import PolicyTestResult

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
    parser.add_argument("--config", metavar="FILE", help="the configuration (default: the nearest .hotlint.yaml)")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.policies.model import MissingLibraryError

    try:
        finder = configurations(options)
        return _test(options.files or _configured(finder)) if options.action == "test" else _list(options.files, finder)
    except MissingLibraryError as exc:
        raise UsageError(str(exc)) from None


def _test(files: list[str]) -> int:
    from hotlint.policies.testing import run_policy_tests

    failed = passed = 0
    has_mistakes = False
    for name in files:
        read = _read(name)
        has_mistakes = _report(read) or has_mistakes
        for result in run_policy_tests(read):
            passed += not result.failures
            failed += bool(result.failures)
            print(
                f"{'FAILED' if result.failures else 'ok'} {printable(result.test.policy)} {printable(result.test.name)}"
            )
            for failure in result.failures:
                print(f"    {printable(failure)}")
    print(f"{counted(passed + failed, 'test')}: {passed} passed, {failed} failed.")
    return 1 if failed or has_mistakes else 0


def _configured(finder: Finder) -> list[str]:
    """Return the files of policies that the configuration names, without the packs of hotlint."""
    from hotlint.linter.checking.policy_findings import effective_policies
    from hotlint.policies.reader import PACK_FOLDER

    settings = _settings("template.yaml", finder)
    written = dict.fromkeys(policy.file for policy in effective_policies(settings))
    files = [file for file in written if not file.startswith(PACK_FOLDER) and file not in settings.files]
    if not files:
        raise UsageError("the configuration names no file of policies; name one: hotlint policy test policies.yaml")
    return files


def _list(files: list[str], finder: Finder) -> int:
    has_mistakes = False
    policies: list[Policy] = []
    for name in files or ["template.yaml"]:
        if _is_template(name) or not files:
            policies += _of_template(name, finder)
        else:
            read = _read(name)
            has_mistakes = _report(read) or has_mistakes
            policies += read.policies
    for policy in policies:
        print(f"{policy.code}  {policy.severity:<7}  {printable(policy.name)}: {printable(policy.message)}")
        print(f"    {policy.subject} {', '.join(map(printable, policy.patterns))}, from {printable(policy.file)}")
    if not policies and not has_mistakes:
        print(
            "hotlint: no policies apply; name them in .hotlint.yaml, or write first ones: hotlint new policy FOLDER",
            file=sys.stderr,
        )
    return 1 if has_mistakes else 0


def summary(path: str, top: str) -> tuple[list[Policy], list[str], list[PolicyTestResult]]:
    """Return the policies of a file, its mistakes and the results of its tests; for a template, the policies that apply to it.

    Files are read in the folder `top` only. Raises UsageError.
    """
    from hotlint.linter.settings.finder import Finder
    from hotlint.policies.model import MissingLibraryError
    from hotlint.policies.testing import run_policy_tests

    try:
        if os.path.isdir(path) or _is_template(path):
            at = os.path.join(path, "template.yaml") if os.path.isdir(path) else path
            return _of_template(at, Finder(top=top)), [], []
        read = _read(path, top)
        return list(read.policies), list(_mistakes(read)), list(run_policy_tests(read, top))
    except MissingLibraryError as exc:
        raise UsageError(str(exc)) from None


def _is_template(name: str) -> bool:
    from hotlint.analysis.file_kinds import recognize
    from hotlint.common.files import ReadError, read_text

    try:
        return recognize(name, read_text(name)) in ("hot", "cfn")
    except (OSError, ReadError):
        return False


def _of_template(path: str, finder: Finder) -> list[Policy]:
    from hotlint.linter.checking.policy_findings import effective_policies

    return list(effective_policies(_settings(path, finder)))


def _settings(path: str, finder: Finder) -> Settings:
    try:
        return finder.settings(path)
    except OSError as exc:
        raise UsageError(cannot_read(exc)) from None


def _read(name: str, top: str | None = None) -> PolicyFile:
    from hotlint.common.files import ReadError
    from hotlint.policies.reader import PACK_FOLDER, PACKS, packs, read_policies

    path = name
    if name.startswith(PACKS) and not os.path.exists(name):
        if name not in packs():
            raise UsageError(f"there is no pack '{name}'; there are {', '.join(packs())}")
        path = os.path.join(PACK_FOLDER, f"{name.removeprefix(PACKS)}.yaml")
    try:
        return read_policies(path, confined_to=top)
    except OSError as exc:
        raise UsageError(cannot_read(exc)) from None
    except ReadError as exc:
        raise UsageError(f"cannot read '{name}': {exc.message}") from None


def _report(read: PolicyFile) -> bool:
    """Report the mistakes of files of policies on standard error, and return whether there are any."""
    for mistake in _mistakes(read):
        print(mistake, file=sys.stderr)
    return bool(read.problems)


def _mistakes(read: PolicyFile) -> Iterator[str]:
    """Yield the mistakes of files of policies, each with its place."""
    from hotlint.common.files import read_text
    from hotlint.syntax.source import LineIndex

    for path, problems in read.problems.items():
        lines = LineIndex(read_text(path))
        for problem in problems:
            line, column = lines.position(problem.span.start)
            yield f"{printable(path)}:{line + 1}:{column + 1}: {printable(problem.message)}"
