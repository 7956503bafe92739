"""Results of tests as JSON: {"ok", "tests", "passed", "failed", "skipped", "problems", "seconds", "suites": [...]}."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hotlint.dry_run.display import known_parts
from hotlint.output.diff.values import lines_between
from hotlint.output.preview.json import dumped
from hotlint.suites.results import AssertionFailure, SuiteResult, SuiteTestResult, totals
from hotlint.syntax.source import LineIndex, Span


def render(results: Iterable[SuiteResult]) -> str:
    """Return the document; lines and columns count from 0."""
    found = list(results)
    count = totals(found)
    return dumped(
        {
            "ok": all(result.ok for result in found),
            "tests": count.passed + count.failed + count.skipped,
            "passed": count.passed,
            "failed": count.failed,
            "skipped": count.skipped,
            "problems": count.problems,
            "seconds": round(count.seconds, 6),
            "suites": [suite_data(result) for result in found],
        }
    )


RangeOf = Callable[[Span], Any]


def suite_data(result: SuiteResult, range_of: RangeOf | None = None) -> dict[str, Any]:
    """Return the results of a suite; `range_of` returns a span in another form than lines and code points."""
    lines = LineIndex(result.suite.document.text)

    def default(span: Span) -> dict[str, int]:
        (start_line, start_column), (end_line, end_column) = lines.position(span.start), lines.position(span.end)
        return {
            "start_line": start_line, "start_column": start_column, "end_line": end_line, "end_column": end_column,
        }  # fmt: skip

    place = range_of or default
    return {
        "path": result.suite.path,
        "template": result.suite.inputs.template or None,
        "ok": result.ok,
        "seconds": round(result.seconds, 6),
        "problems": [{"message": p.message, "range": place(p.span)} for p in result.suite.problems],
        "unused_snapshots": list(result.unused),
        "tests": [_test(test, place) for test in result.tests],
    }


def _test(test: SuiteTestResult, place: RangeOf) -> dict[str, Any]:
    data: dict[str, Any] = {
        "id": test.id, "name": test.name, "state": test.state, "range": place(test.span),
        "seconds": round(test.seconds, 6), "assertions": test.assertions,
    }  # fmt: skip
    if test.reason:
        data["reason"] = test.reason
    data["failures"] = [_failure(failure, place) for failure in test.failures]
    return data


def _failure(failure: AssertionFailure, place: RangeOf) -> dict[str, Any]:
    data: dict[str, Any] = {"message": failure.message, "range": place(failure.span)}
    if failure.path:
        data["path"] = failure.path
    if failure.sides is not None:
        data["expected"], data["actual"] = map(known_parts, failure.sides)
        data["difference"] = lines_between(*failure.sides) or []
    if failure.provenance:
        data["provenance"] = failure.provenance
    return data
