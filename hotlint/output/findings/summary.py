"""The counts of a run."""

from __future__ import annotations

from collections.abc import Iterable

from hotlint.common.records import NamedTuple
from hotlint.linter.severities import SEVERITIES, Severity
from hotlint.output.findings.model import FileReport


class RuleCount(NamedTuple):
    """How many findings of one rule have one severity. `fixable` of them have a safe fix; `rule` is the rule's name."""

    code: str
    rule: str
    severity: Severity
    findings: int
    fixable: int


class Summary(NamedTuple):
    """Counts of one run. `counts` is by severity; `fixable` findings have a safe fix.

    `by_rule` counts by rule and severity, the most frequent first. `known` are findings that a baseline knows, which no other
    count includes. `places` are the findings before those of one cause were folded (`hotlint.output.findings.one_cause`); 0 where none was.
    """

    files: int
    files_with_findings: int
    counts: dict[Severity, int]
    fixable: int
    suppressed: int
    by_rule: tuple[RuleCount, ...]
    known: int = 0
    places: int = 0


def summarize(reports: Iterable[FileReport]) -> Summary:
    """Count the findings of reports."""
    counts: dict[Severity, int] = dict.fromkeys(SEVERITIES, 0)
    by_rule: dict[tuple[str, str, Severity], RuleCount] = {}
    files = suppressed = known = 0
    paths = set()
    for report in reports:
        files += report.checked
        suppressed += report.suppressed
        known += sum(d.state == "unchanged" for d in report.diagnostics)
        for found in report.new().diagnostics:
            paths.add(found.path)
            counts[found.severity] += 1
            key = (found.code, found.rule, found.severity)
            before = by_rule.get(key) or RuleCount(*key, 0, 0)
            is_fixable = any(f.safety == "safe" for f in found.fixes)
            by_rule[key] = before._replace(findings=before.findings + 1, fixable=before.fixable + is_fixable)
    ranked = sorted(by_rule.values(), key=lambda c: (-c.findings, c.code, SEVERITIES.index(c.severity)))
    return Summary(files, len(paths), counts, sum(c.fixable for c in ranked), suppressed, tuple(ranked), known)
