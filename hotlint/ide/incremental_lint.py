"""Findings while a text is edited: at once for what changed, in full when there is time.

`IncrementalLint.quick` runs the rules on the parts of a template that are new since the last run; the findings of the other
parts are kept and moved. A change in one place can affect findings in another, so `IncrementalLint.thorough` runs every
rule again, in steps between which the caller can answer other requests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import NamedTuple

from hotlint.analysis.context import TemplateContext
from hotlint.analysis.template import Named, kind_of
from hotlint.ide.incremental_parse import ChangedRange
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.linter import Linter, owners, sort_and_dedupe
from hotlint.linter.rule import Context

GENERAL_BUDGET = 0.012
"""Seconds that rules on a whole document may take in `quick`; the slower ones wait for `thorough`."""
SHORT = 0.012
"""Seconds of a full run below which a text is linted in full each time."""

FORGETTING = 0.98
"""What is left, a run later, of the time that a rule took: it counts by its slow runs."""


class _GeneralRules(NamedTuple):
    """The findings of a rule on the whole document, and the seconds that it took."""

    found: list[Diagnostic]
    seconds: float


class IncrementalLint:
    """The findings of one text, kept between edits."""

    __slots__ = ("_general", "_linter", "_notes", "_owners", "seconds")

    def __init__(self) -> None:
        self._linter: Linter | None = None
        self._owners: dict[int, tuple[Named, list[Diagnostic]]] = {}
        self._general: dict[tuple[str, str], _GeneralRules] = {}
        self._notes: list[Diagnostic] = []  # about rules of which the last thorough run left findings out
        self.seconds = 0.0  # that the last thorough run took

    @property
    def slow(self) -> bool:
        """Whether running everything takes so long that `quick` is worth its while."""
        return bool(self._general) and self.seconds > SHORT

    def clear(self) -> None:
        """Forget everything: the context has changed, not only the text."""
        self._owners.clear()
        self._general.clear()
        self._notes.clear()

    def moved(self, region: ChangedRange | None) -> None:
        """Move the findings as an edit does; None clears them, since the whole text is new."""
        if region is None:
            self.clear()
            return
        for key, (owner, found) in self._owners.items():
            if found:
                self._owners[key] = (owner, [moved(d, region) for d in found])
        for name, general in self._general.items():
            if general.found:
                self._general[name] = general._replace(found=[moved(d, region) for d in general.found])

    def quick(self, unit: TemplateContext, linter: Linter) -> list[Diagnostic]:
        """Return the findings with rules run on what is new, and on the whole document as far as that is cheap."""
        run = self._start(unit, linter)
        for _ in run.general(quick=True):
            pass
        for _ in run.owners(reuse=True):
            pass
        self._owners = run.kept
        return run.result(self._notes)

    def thorough(self, unit: TemplateContext, linter: Linter) -> Iterator[list[Diagnostic] | None]:
        """Run everything again: yields None after each step, and the findings at the end."""
        run = self._start(unit, linter)
        # Rules on the whole document take less time once the parts have been linted, since they share results with them.
        # The first run measures what they take on their own, as in `quick`.
        first = not self._general
        yield from run.general(quick=False) if first else run.owners(reuse=False)
        yield from run.owners(reuse=False) if first else run.general(quick=False)
        self.seconds, self._owners, self._notes = run.seconds, run.kept, run.ctx.tally.notes()
        yield run.result()

    def _start(self, unit: TemplateContext, linter: Linter) -> _Run:
        if self._linter is not linter:
            self.clear()
            self._linter = linter
        return _Run(unit, linter, self._owners, self._general)


class _Run:
    """One run of the rules. `known_owners` are the findings of the run before; `known_rules` is updated rule by rule."""

    def __init__(
        self,
        unit: TemplateContext,
        linter: Linter,
        known_owners: dict[int, tuple[Named, list[Diagnostic]]],
        known_rules: dict[tuple[str, str], _GeneralRules],
    ) -> None:
        self.known_owners = known_owners
        self.known_rules = known_rules
        self.linter = linter
        self.ctx = Context(unit, linter.others, linter.type_rules)
        self.unit = unit
        self.found: list[Diagnostic] = []
        self.kept: dict[int, tuple[Named, list[Diagnostic]]] = {}
        self.seconds = 0.0

    def result(self, notes: Iterable[Diagnostic] = ()) -> list[Diagnostic]:
        """Return the findings and the notes about those that are left out, sorted."""
        return sort_and_dedupe([*self.found, *self.ctx.tally.notes(), *notes])

    def general(self, quick: bool) -> Iterator[None]:
        """Run the rules on the whole document; yields after each."""
        left = GENERAL_BUDGET if quick else 1e9
        known = self.known_rules
        jobs = [(hook, one, items) for hook, hooks, items in self.linter.whole_file(self.ctx) for one in hooks]
        for hook, rule_hook, items in sorted(jobs, key=lambda job: _seconds(known.get((job[0], job[1][0].code)))):
            key = (hook, rule_hook[0].code)
            last = known.get(key)
            if last is not None and last.seconds > left:
                self.found += last.found
                continue
            began = perf_counter()
            found: list[Diagnostic] = []
            self.ctx.past_document = hook != "check_document"
            for item in items:
                self.linter.run((rule_hook,), self.ctx, found, item)
            took = perf_counter() - began
            left -= took
            self.seconds += took
            known[key] = _GeneralRules(found, max(took, FORGETTING * last.seconds) if last is not None else took)
            self.found += found
            yield

    def owners(self, reuse: bool) -> Iterator[None]:
        """Run the rules on each parameter, condition, resource and output; yields after each."""
        if kind_of(self.unit.document) != "hot":
            return
        known = self.known_owners
        self.ctx.past_document = True
        for hook, owner in owners(self.unit.template):
            last = known.get(id(owner))
            if reuse and last is not None and last[0] is owner:
                self.kept[id(owner)] = last
                self.found += last[1]
                continue
            began = perf_counter()
            found: list[Diagnostic] = []
            self.linter.owner(hook, owner, self.ctx, found)
            self.seconds += perf_counter() - began
            self.kept[id(owner)] = (owner, found)
            self.found += found
            yield


def _seconds(last: _GeneralRules | None) -> float:
    return last.seconds if last else 0.0


def moved(found: Diagnostic, region: ChangedRange) -> Diagnostic:
    """Return a finding with its spans moved by an edit."""
    return found._replace(
        span=region.moved_span(found.span),
        related=tuple(r if r.path else r._replace(span=region.moved_span(r.span)) for r in found.related),
        fixes=tuple(
            f._replace(edits=tuple(e if e.path else e._replace(span=region.moved_span(e.span)) for e in f.edits))
            for f in found.fixes
        ),
    )
