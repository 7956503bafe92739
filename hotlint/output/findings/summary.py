"""The counts of a run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hotlint.linter.diagnostic import SEVERITIES, Severity
from hotlint.output.findings.model import FileReport


class Summary(NamedTuple):
    """Counts of one run. `counts` is by severity, `by_code` by code and name of the rule; `fixable` have a safe fix."""

    files: int
    files_with_findings: int
    counts: dict[Severity, int]
    fixable: int
    suppressed: int
    by_code: dict[tuple[str, str], int]

    def ranked(self) -> list[tuple[tuple[str, str], int]]:
        """Return `by_code` as pairs, the most frequent first."""
        return sorted(self.by_code.items(), key=lambda item: (-item[1], item[0]))


def summarize(reports: Iterable[FileReport]) -> Summary:
    """Count the findings of reports."""
    counts: dict[Severity, int] = dict.fromkeys(SEVERITIES, 0)
    by_code: dict[tuple[str, str], int] = {}
    files = fixable = suppressed = 0
    paths = set()
    for report in reports:
        files += report.checked
        suppressed += report.suppressed
        for found in report.diagnostics:
            paths.add(found.path)
            counts[found.severity] += 1
            by_code[found.code, found.rule] = by_code.get((found.code, found.rule), 0) + 1
            fixable += any(f.safety == "safe" for f in found.fixes)
    return Summary(files, len(paths), counts, fixable, suppressed, by_code)
