"""The limit on the findings of one rule in one file."""

from __future__ import annotations

from collections.abc import Iterable

from hotlint.linter.diagnostic import Diagnostic, ReportingRule, Severity
from hotlint.syntax.source import Span

KIND_LIMIT = 1_000
"""The maximal number of reported findings of one rule in one file."""
NOTE_CODE = "HOT089"
NOTE_NAME = "partial-check"


class Tally:
    """Counts the findings of each rule in one file. `full` holds the codes of rules that need not run again.

    With `later`, it removes no finding yet. Suppression comments apply first, and suppressed findings are not counted.
    """

    __slots__ = ("_counts", "_later", "_names", "_seen", "_severities", "full")

    def __init__(self, *, later: bool = False) -> None:
        self._later = later
        self.full: set[str] = set()
        self._counts: dict[str, int] = {}
        self._severities: dict[str, set[Severity]] = {}
        self._names: dict[str, str] = {}
        self._seen: dict[str, set[tuple[Span, str, Severity]]] = {}

    def count(self, rule: ReportingRule, found: list[Diagnostic], since: int) -> None:
        """Count the findings that a rule added to `found`, each once, and remove those above the limit.

        Aliases repeat findings. While there are few, repeats stay, and hotlint reports the last of equal ones. If there is a
        finding with the rule's highest severity, it stays, so that the exit code stays the same.
        """
        if self._later:
            return
        code = rule.code
        before = len(self._seen.get(code, ()))
        first = self._first(found[since:], code)
        self._counts[code] = self._counts.get(code, 0) + len(found) - since
        if self._counts[code] > KIND_LIMIT:
            found[since:] = first
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

    def _first(self, found: list[Diagnostic], code: str) -> list[Diagnostic]:
        """Return the findings that a rule has not reported before with the same place, message and severity."""
        seen = self._seen.setdefault(code, set())
        first = []
        for diagnostic in found:
            key = (diagnostic.span, diagnostic.message, diagnostic.severity)
            if key not in seen:
                seen.add(key)
                first.append(diagnostic)
        return first

    def notes(self) -> list[Diagnostic]:
        """Return a note for each rule whose findings are above the limit."""
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
    """Return the findings up to the limit of each rule, with a note for each rule above its limit."""
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
