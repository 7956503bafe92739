"""The policies of a file, a pack or a template, and the results of their tests."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from hotlint.common.boundary import Boundary
from hotlint.common.files import ReadError, read_text
from hotlint.linter.checking.policy_findings import effective_policies
from hotlint.operations.errors import OperationError, cannot_read
from hotlint.operations.scope import SettingsScope
from hotlint.policies.model import MissingLibraryError, Policy, PolicyFile
from hotlint.policies.reader import PACK_FOLDER, PACKS, packs, read_policies
from hotlint.policies.testing import PolicyTestResult, run_policy_tests

if TYPE_CHECKING:
    from hotlint.linter.settings.finder import Finder


class PolicySummary(NamedTuple):
    """Policies, the mistakes in their file, each with its place, and the results of its tests."""

    policies: list[Policy]
    problems: list[str]
    tests: list[PolicyTestResult]


def policies(path: str, top: Boundary) -> PolicySummary:
    """Return the policies of a file with the results of its tests; for a template or a folder, those that apply to it.

    Files are read in the boundary `top` only. Raises OperationError.
    """
    try:
        if os.path.isdir(path) or is_template(path):
            at = os.path.join(path, "template.yaml") if os.path.isdir(path) else path
            return PolicySummary(policies_of(at, SettingsScope(confined_to=top).finder()), [], [])
        read = read_file(path, top)
        return PolicySummary(list(read.policies), list(mistakes(read)), list(run_policy_tests(read, top)))
    except MissingLibraryError as exc:
        raise OperationError(str(exc)) from None


class TestedFile(NamedTuple):
    """A file of policies: its mistakes, each with its place, and the results of its tests, which run as they are taken."""

    problems: list[str]
    results: Iterable[PolicyTestResult]


def tested(files: Iterable[str], scope: SettingsScope) -> Iterator[TestedFile]:
    """Yield files of policies with their tests; without files, those that the configuration names. Raises OperationError."""
    for name in files or _configured(scope.finder()):
        read = read_file(name, scope.confined_to)
        yield TestedFile(list(mistakes(read)), _results(read, scope.confined_to))


def _results(read: PolicyFile, boundary: Boundary | None) -> Iterator[PolicyTestResult]:
    try:
        yield from run_policy_tests(read, boundary)
    except MissingLibraryError as exc:
        raise OperationError(str(exc)) from None


class ListedPolicies(NamedTuple):
    """Policies, and the mistakes of the files that were read for them, each with its place."""

    policies: list[Policy]
    problems: list[str]


def listed(files: Iterable[str], scope: SettingsScope) -> ListedPolicies:
    """Return the policies of files and packs, and those that apply to templates; without files, to the working folder.

    Raises OperationError.
    """
    finder = scope.finder()
    found: list[Policy] = []
    problems: list[str] = []
    try:
        for name in files or ["template.yaml"]:
            if is_template(name) or not files:
                found += policies_of(name, finder)
            else:
                read = read_file(name, scope.confined_to)
                problems += mistakes(read)
                found += read.policies
    except MissingLibraryError as exc:
        raise OperationError(str(exc)) from None
    return ListedPolicies(found, problems)


def is_template(name: str) -> bool:
    """Return whether a file is a template."""
    from hotlint.analysis.file_kinds import recognize

    try:
        return recognize(name, read_text(name)) in ("hot", "cfn")
    except (OSError, ReadError):
        return False


def policies_of(path: str, finder: Finder) -> list[Policy]:
    """Return the policies that apply to a template. Raises OperationError."""
    try:
        return list(effective_policies(finder.settings(path)))
    except OSError as exc:
        raise cannot_read(exc) from None


def _configured(finder: Finder) -> list[str]:
    """Return the files of policies that the configuration names, without the packs of hotlint."""
    try:
        settings = finder.settings("template.yaml")
    except OSError as exc:
        raise cannot_read(exc) from None
    written = dict.fromkeys(policy.file for policy in effective_policies(settings))
    files = [file for file in written if not file.startswith(PACK_FOLDER) and file not in settings.files]
    if not files:
        advice = "name one: hotlint policy test policies.yaml"
        raise OperationError("the configuration names no file of policies", advice=advice)
    return files


def read_file(name: str, top: Boundary | None) -> PolicyFile:
    """Return the policies of a file or a pack, read in the boundary `top` only. Raises OperationError."""
    path = name
    if name.startswith(PACKS) and not os.path.exists(name):
        if name not in packs():
            raise OperationError(f"there is no pack '{name}'", advice=f"there are {', '.join(packs())}")
        path = os.path.join(PACK_FOLDER, f"{name.removeprefix(PACKS)}.yaml")
    try:
        return read_policies(path, confined_to=top)
    except (OSError, ReadError) as exc:
        raise cannot_read(exc, name) from None


def mistakes(read: PolicyFile) -> Iterator[str]:
    """Yield the mistakes of files of policies, each with its place."""
    from hotlint.syntax.source import LineIndex

    for path, problems in read.problems.items():
        lines = LineIndex(read_text(path))
        for problem in problems:
            line, column = lines.position(problem.span.start)
            yield f"{path}:{line + 1}:{column + 1}: {problem.message}"
