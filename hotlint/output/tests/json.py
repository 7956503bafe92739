"""Results of tests as JSON: {"ok", "tests", "passed", "failed", "skipped", "problems", "seconds", "suites": [...]}."""

from __future__ import annotations

from collections.abc import Iterable

from hotlint.output.preview.json import dumped
from hotlint.output.tests.model import suite_data
from hotlint.suites.results import SuiteResult, totals


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
