"""What is known of the last run of the rules over a text that is edited: the findings of its parts, moved by each edit."""

from __future__ import annotations

from collections.abc import Callable

from hotlint.analysis.template import Named
from hotlint.common.records import NamedTuple
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.source import Span

MovedSpan = Callable[[Span], Span]
"""Returns where a span of the text before an edit is after it."""
SHORT = 0.012
"""Seconds of a whole run below which a text is checked as a whole after each edit."""
FORGETTING = 0.98
"""What is left, a run later, of the time that a rule took: its slow runs decide."""


class RuleFindings(NamedTuple):
    """The findings of one rule on the whole document, and the seconds that it took."""

    found: list[Diagnostic]
    seconds: float


class RunMemory:
    """The findings of one text in its first context, kept between edits.

    `owners` holds the findings by parameter, condition, resource and output, by identity; `rules` those of each hook and rule
    on the whole document; `notes` are about findings that the last whole run left out, which took `seconds`. `once`: no later
    run needs to know what each rule takes on its own, so that no step of the run is a long one.
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
        """Whether a whole run takes so long that what changed is checked first."""
        return bool(self.rules) and self.seconds > SHORT

    def clear(self) -> None:
        """Forget all findings: the context of the text has changed, not only the text."""
        self.owners.clear()
        self.rules.clear()
        self.notes.clear()

    def begin(self, linter: object) -> None:
        """Forget all findings that are of other rules."""
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
        """Move the findings as an edit does; None clears them, since the whole text is new."""
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
