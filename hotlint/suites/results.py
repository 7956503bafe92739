"""The results of tests: what failed, where it is written, and what was expected there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hotlint.language.values import Value
from hotlint.suites.model import Suite
from hotlint.syntax.source import Span


class AssertionFailure(NamedTuple):
    """One assertion that does not hold, with all secrets redacted.

    `span` is where it is written in the suite. `sides` are the expected and the actual value where a comparison of both
    helps, else None. `path` is the path of the value in the template, "" for none; `provenance` explains how the value is
    computed, "" where that was not asked for.
    """

    message: str
    span: Span
    path: str = ""
    sides: tuple[Value, Value] | None = None
    provenance: str = ""


class SuiteTestResult(NamedTuple):
    """The result of one test: "passed", "failed" or "skipped". `seconds` is the time that it took.

    `span` is the name of the test in its suite; `reason` says why it was skipped. `assertions` counts what was checked.
    """

    id: str
    name: str
    state: str
    span: Span
    seconds: float
    failures: tuple[AssertionFailure, ...] = ()
    reason: str = ""
    assertions: int = 0


class SuiteResult(NamedTuple):
    """The results of one suite. `files` are the absolute paths of all files that they depend on.

    `snapshots` counts the snapshots that were written; `unused` names those that no test uses.
    """

    suite: Suite
    tests: tuple[SuiteTestResult, ...]
    seconds: float = 0.0
    files: frozenset[str] = frozenset()
    snapshots: int = 0
    unused: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing failed, and the suite has no mistakes."""
        return not self.suite.problems and all(test.state != "failed" for test in self.tests)


class Totals(NamedTuple):
    """The counts of a run."""

    suites: int
    passed: int
    failed: int
    skipped: int
    problems: int
    seconds: float

    @property
    def tests(self) -> int:
        """The number of tests."""
        return self.passed + self.failed + self.skipped


def totals(results: Iterable[SuiteResult]) -> Totals:
    """Return the counts of several suites."""
    found = list(results)
    states = [test.state for result in found for test in result.tests]
    problems = sum(len(result.suite.problems) for result in found)
    passed, failed, skipped = (states.count(state) for state in ("passed", "failed", "skipped"))
    return Totals(len(found), passed, failed, skipped, problems, sum(result.seconds for result in found))
