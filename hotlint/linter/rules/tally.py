"""How many findings of one rule a file gets: of a hundred thousand, nobody reads more than the first."""

from __future__ import annotations

from collections.abc import Iterable

from hotlint.linter.diagnostic import Diagnostic, ReportingRule, Severity
from hotlint.syntax.source import Span

KIND_LIMIT = 1_000
"""Findings of one rule in one file that are reported."""
NOTE_CODE = "HOT089"
NOTE_NAME = "too-many-findings"


class Tally:
    """Counts the findings of each rule in one file. `full` holds the codes of rules that need not run any more.

    With `later` nothing is removed yet: suppression comments come first, and what they suppress does not count.
    """

    __slots__ = ("_counts", "_later", "_names", "_severities", "full")

    def __init__(self, *, later: bool = False) -> None:
        self._later = later
        self.full: set[str] = set()
        self._counts: dict[str, int] = {}
        self._severities: dict[str, set[Severity]] = {}
        self._names: dict[str, str] = {}

    def count(self, rule: ReportingRule, found: list[Diagnostic], since: int) -> None:
        """Count what a rule added to `found`, and remove what is too much.

        A finding of the rule's highest severity is kept whenever there is one, so that the outcome of the run stays the same.
        """
        if self._later:
            return
        code = rule.code
        before = self._counts.get(code, 0)
        self._counts[code] = before + len(found) - since
        severities = self._severities.setdefault(code, set())
        keep = since + max(0, KIND_LIMIT - before)
        severities.update(d.severity for d in found[since:keep])
        if len(found) <= keep:
            return
        extra = found[keep:]
        del found[keep:]
        self._names[code] = rule.name
        if rule.severity not in severities:
            worst = next((d for d in extra if d.severity == rule.severity), None)
            if worst is not None:
                found.append(worst)
                severities.add(rule.severity)
        if rule.severity in severities:
            self.full.add(code)

    def notes(self) -> list[Diagnostic]:
        """Return a finding about each rule of which not all findings are reported."""
        return [
            Diagnostic(
                NOTE_CODE,
                "info",
                f"only the first {KIND_LIMIT:,} findings of {code} ({name}) in this file are reported",
                Span(0, 0),
                rule=NOTE_NAME,
            )
            for code, name in self._names.items()
        ]


def limited(found: list[Diagnostic], rules: Iterable[ReportingRule]) -> list[Diagnostic]:
    """Return findings, of each rule no more than are reported, with notes about the others."""
    by_code: dict[str, list[Diagnostic]] = {}
    for diagnostic in found:
        by_code.setdefault(diagnostic.code, []).append(diagnostic)
    if all(len(listed) <= KIND_LIMIT for listed in by_code.values()):
        return found
    tally = Tally()
    known = {rule.code: rule for rule in rules}
    kept: list[Diagnostic] = []
    for code, listed in by_code.items():
        since = len(kept)
        kept += listed
        if code in known:
            tally.count(known[code], kept, since)
    return [*kept, *tally.notes()]
