"""Keeps the findings of the last run on an edited text, by part, and moves their spans with each edit."""

from __future__ import annotations

from collections.abc import Callable

from hotlint.analysis.template import Named
from hotlint.common.records import NamedTuple
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.source import Span

MovedSpan = Callable[[Span], Span]
"""Maps a span of the text before an edit to its span after the edit."""
SHORT = 0.003
"""If a whole run takes less than these seconds, the server checks the whole text after each edit."""
FORGETTING = 0.98
"""The factor by which the remembered time of a slow run decreases with each later run."""


class RuleFindings(NamedTuple):
    """The findings of one rule on the whole document, and its time in seconds."""

    found: list[Diagnostic]
    seconds: float


class RunMemory:
    """The findings of one text in its first context, kept between edits.

    `owners` holds the findings of each parameter, condition, resource and output, by identity. `rules` holds the findings of
    each hook and rule on the whole document. `notes` are the notes of the last whole run, and `seconds` is its time. `once`: no
    later run needs the time of each rule, so the run can have shorter steps.
    """

    __slots__ = ("linter", "notes", "once", "owners", "rules", "seconds")

    def __init__(self, *, once: bool = False) -> None:
        self.once = once
        self.linter: object = None
        self.owners: dict[int, tuple[Named, list[Diagnostic]]] = {}
        self.rules: dict[tuple[str, str], RuleFindings] = {}
        self.notes: list[Diagnostic] = []
        self.seconds = 0.0

    @property
    def is_slow(self) -> bool:
        """Whether a whole run takes so long that the server first checks the changed parts."""
        return bool(self.rules) and self.seconds > SHORT

    def clear(self) -> None:
        """Forget all findings, because the context of the text has changed."""
        self.owners.clear()
        self.rules.clear()
        self.notes.clear()

    def begin(self, linter: object) -> None:
        """Forget the findings of all other rules."""
        if self.linter is not linter:
            self.clear()
            self.linter = linter

    def kept(self, hook: str, code: str, found: list[Diagnostic], seconds: float) -> None:
        """Keep the findings of a rule on the whole document."""
        last = self.rules.get((hook, code))
        slow = max(seconds, FORGETTING * last.seconds) if last is not None else seconds
        self.rules[hook, code] = RuleFindings(found, slow)

    def seconds_of(self, hook: str, code: str) -> float:
        """Return the seconds that a rule took on the whole document; 0 before its first run."""
        last = self.rules.get((hook, code))
        return last.seconds if last is not None else 0.0

    def moved(self, moved_span: MovedSpan | None) -> None:
        """Move the findings with an edit. None clears them, because the whole text is new."""
        if moved_span is None:
            self.clear()
            return
        for key, (owner, found) in self.owners.items():
            if found:
                self.owners[key] = (owner, [moved(d, moved_span) for d in found])
        for name, of_rule in self.rules.items():
            if of_rule.found:
                self.rules[name] = of_rule._replace(found=[moved(d, moved_span) for d in of_rule.found])


def moved(found: Diagnostic, moved_span: MovedSpan) -> Diagnostic:
    """Return a finding with its spans moved by an edit."""
    return found._replace(
        span=moved_span(found.span),
        related=tuple(r if r.path else r._replace(span=moved_span(r.span)) for r in found.related),
        fixes=tuple(
            f._replace(edits=tuple(e if e.path else e._replace(span=moved_span(e.span)) for e in f.edits))
            for f in found.fixes
        ),
    )
