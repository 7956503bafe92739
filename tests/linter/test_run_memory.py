"""The findings and times that are kept between two edits: which rules run again, and what moves with an edit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.files.project import Project
from hotlint.analysis.template import Output, Template
from hotlint.linter.checking import run as checking_run
from hotlint.linter.checking.run import Linter, drained
from hotlint.linter.checking.run_memory import RunMemory, moved
from hotlint.linter.diagnostic import Diagnostic, Fix, Related
from hotlint.linter.rules import context as rules_context
from hotlint.linter.rules.rule import Checked, Rule, RuleContext
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Document
from hotlint.syntax.source import Source, Span

TEXT = "heat_template_version: 2018-08-31\noutputs:\n  a: {value: 1}\n  b: {value: 2}\n"


def opened(text: str = TEXT) -> TemplateContext:
    project = Project(Catalog(), {"t.yaml": Source("t.yaml", text)})
    return TemplateContext.open(project, "t.yaml", Environment(), Meter(Budget()))


class Clock:
    """A clock that only rules move, and the names of what they did."""

    def __init__(self) -> None:
        self.time = 0.0
        self.done: list[str] = []

    def __call__(self) -> float:
        return self.time

    def take(self, name: str, seconds: float) -> None:
        self.time += seconds
        self.done.append(name)

    def since(self) -> list[str]:
        """Return what was done since the last call."""
        done, self.done = self.done, []
        return done


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    for module in (checking_run, rules_context):
        monkeypatch.setattr(module, "perf_counter", made)
    return made


class Timed(Rule):
    """A rule on the template that takes some time, also for a result that it may share with others."""

    severity = "info"

    def __init__(self, code: str, clock: Clock, seconds: float, *, shares: bool) -> None:
        self.code, self.name = code, f"rule-{code}"  # type: ignore[misc]
        self._clock, self._seconds, self._shares = clock, seconds, shares

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        self._clock.take(self.code, self._seconds)
        if self._shares:
            ctx.memoize("shared", lambda: self._clock.take("shared", 10))
        yield ctx.report(Span(0, 1), f"found by {self.code}")


class OfOutputs(Rule):
    """A rule that takes two seconds for each output."""

    code, name, severity = "X9", "of-outputs", "info"

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def check_output(self, output: Output, ctx: RuleContext) -> Checked:
        self._clock.take(output.name, 2)
        yield ctx.report(output.key, f"output {output.name}")


def linter_of(clock: Clock) -> Linter:
    return Linter(
        [
            Timed("X1", clock, 1, shares=True), Timed("X2", clock, 2, shares=True), Timed("X4", clock, 4, shares=False),
            OfOutputs(clock),
        ]
    )  # fmt: skip


def seconds(memory: RunMemory) -> list[float]:
    return [memory.seconds_of("check_template", code) for code in ("X1", "X2", "X4")]


def test_each_rule_has_the_time_that_it_would_take_alone(clock: Clock) -> None:
    memory = RunMemory()
    found = drained(linter_of(clock).steps(opened(), memory))
    assert clock.since() == ["X1", "shared", "X2", "X4", "a", "b"]
    assert seconds(memory) == [11, 12, 4]
    assert memory.seconds == 21  # what is shared is there once
    assert [d.message for d in found] == ["found by X1", "found by X2", "found by X4", "output a", "output b"]


def test_the_next_run_begins_with_the_parts_and_with_the_fastest_rule(clock: Clock) -> None:
    linter, memory, context = linter_of(clock), RunMemory(), opened()
    drained(linter.steps(context, memory))
    clock.since()
    drained(linter.steps(context, memory))
    assert clock.since() == ["a", "b", "X4", "X1", "shared", "X2"]
    assert seconds(memory) == [11, 12, 4]
    assert memory.seconds == 21


def test_a_run_that_none_follows_begins_with_the_parts(clock: Clock) -> None:
    drained(linter_of(clock).steps(opened(), RunMemory(once=True)))
    assert clock.since()[:2] == ["a", "b"]
    drained(linter_of(clock).steps(opened()))
    assert clock.since()[-2:] == ["a", "b"]


@pytest.mark.parametrize(
    ("limit", "again"),
    [(0, []), (3.9, []), (4, ["X4"]), (14, ["X4"]), (15, ["X4", "X1", "shared"]), (30, ["X4", "X1", "shared", "X2"])],
)
def test_slow_rules_keep_their_findings_while_a_text_is_edited(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, limit: float, again: list[str]
) -> None:
    monkeypatch.setattr(checking_run, "QUICK_SECONDS", limit)
    linter, memory, context = linter_of(clock), RunMemory(), opened()
    found = drained(linter.steps(context, memory))
    clock.since()
    assert linter.quick(context, memory) == found
    assert clock.since() == again
    assert memory.seconds == 21  # of the whole run


@pytest.mark.parametrize(("took", "again"), [(0.0009, ["X1"]), (0.0011, []), (0.5, [])])
def test_a_rule_that_takes_a_millisecond_is_slow(clock: Clock, took: float, again: list[str]) -> None:
    linter, memory = Linter([Timed("X1", clock, took, shares=False)]), RunMemory()
    drained(linter.steps(opened(), memory))
    clock.since()
    linter.quick(opened(), memory)
    assert clock.since() == again


def test_only_new_parts_are_checked_while_a_text_is_edited(clock: Clock) -> None:
    linter, memory, context = linter_of(clock), RunMemory(), opened()
    drained(linter.steps(context, memory))
    a, b = context.template.outputs.values()
    memory.owners[id(a)] = (b, [])  # another part was there
    clock.since()
    found = linter.quick(context, memory)
    assert clock.since() == ["a"]
    assert [d.message for d in found][-2:] == ["output a", "output b"]
    assert [owner for owner, _ in memory.owners.values()] == [a, b]
    linter.quick(context, memory)
    assert clock.since() == []


def test_the_notes_of_a_whole_run_stay(clock: Clock) -> None:
    linter, memory, context = linter_of(clock), RunMemory(), opened()
    drained(linter.steps(context, memory))
    memory.notes = [Diagnostic("HOT089", "info", "note", Span(0, 0))]
    assert linter.quick(context, memory)[0].message == "note"
    drained(linter.steps(context, memory))
    assert memory.notes == []


def test_other_rules_begin_anew(clock: Clock) -> None:
    memory, context = RunMemory(), opened()
    drained(linter_of(clock).steps(context, memory))
    clock.since()
    linter_of(clock).quick(context, memory)
    assert clock.since() == ["X1", "shared", "X2", "X4", "a", "b"]


def test_a_whole_run_checks_all_parts_also_where_no_rule_looks_at_the_whole(clock: Clock) -> None:
    linter, memory, context = Linter([OfOutputs(clock)]), RunMemory(), opened()
    for _ in range(2):
        assert len(drained(linter.steps(context, memory))) == 2
        assert clock.since() == ["a", "b"]


def test_each_rule_and_each_part_is_a_step(clock: Clock) -> None:
    def count(memory: RunMemory | None) -> int:
        return len([*linter_of(clock).steps(opened(), memory)])

    assert count(RunMemory()) == 5
    assert count(None) == 4  # the document, the template, and two outputs


class Twice(Rule):
    """A rule that reports a place both for the document and for the template."""

    code, name, severity = "X8", "twice", "info"

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        yield ctx.report(Span(len(document.text) - 3, len(document.text)), "document")

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        yield ctx.report(Span(len(ctx.document.text) - 3, len(ctx.document.text)), "template")
        yield ctx.report(Span(0, 1), "related", related=[Related("here", Span(len(ctx.document.text) - 3, 1000))])
        yield ctx.report(
            Span(0, 1), "elsewhere", related=[Related("there", Span(len(ctx.document.text) - 3, 1000), "x")]
        )

    def check_output(self, output: Output, ctx: RuleContext) -> Checked:
        if output.name == "a":
            yield ctx.report(Span(len(ctx.document.text) - 3, len(ctx.document.text)), "output")


@pytest.mark.parametrize("memory", [RunMemory(), RunMemory(once=True), None])
def test_places_in_what_cannot_be_read_are_only_for_rules_on_the_document(memory: RunMemory | None) -> None:
    found = drained(Linter([Twice()]).steps(opened(TEXT + "  c: [\n"), memory))
    assert sorted(d.message for d in found) == ["document", "elsewhere"]
    found = drained(Linter([Twice()]).steps(opened(), memory))
    assert sorted(d.message for d in found) == ["document", "elsewhere", "output", "related", "template"]


# -- the memory itself ---------------------------------------------------------------------------------------------------


def test_the_time_of_a_slow_run_is_forgotten_slowly() -> None:
    memory, one = RunMemory(), Diagnostic("X1", "info", "m", Span(0, 1))
    assert memory.seconds_of("check_template", "X1") == 0
    for took, expected in [(2.0, 2.0), (1.0, 1.96), (1.95, 1.95), (0.0, 1.911)]:
        memory.kept("check_template", "X1", [one], took)
        assert memory.seconds_of("check_template", "X1") == pytest.approx(expected)
    assert memory.rules["check_template", "X1"].found == [one]
    assert memory.seconds_of("check_document", "X1") == memory.seconds_of("check_template", "X2") == 0


def test_a_run_is_slow_once_it_was_measured() -> None:
    memory = RunMemory()
    memory.seconds = 0.0031
    assert memory.is_slow is False
    memory.kept("check_template", "X1", [], 1)
    assert memory.is_slow is True
    memory.seconds = 0.003
    assert memory.is_slow is False


def test_what_moves_with_an_edit() -> None:
    here, there = Span(0, 1), Span(5, 6)
    found = Diagnostic(
        "X1", "info", "m", here, (Related("r", here), Related("r", here, "x.yaml")),
        (Fix("f", (Edit(here, "a"), Edit(here, "a", "x.yaml"))), Fix("g", (Edit(here, "b"),))),
    )  # fmt: skip
    expected = Diagnostic(
        "X1", "info", "m", there, (Related("r", there), Related("r", here, "x.yaml")),
        (Fix("f", (Edit(there, "a"), Edit(here, "a", "x.yaml"))), Fix("g", (Edit(there, "b"),))),
    )  # fmt: skip

    def move(span: Span) -> Span:
        return Span(span.start + 5, span.end + 5)

    assert moved(found, move) == expected
    memory, owner = RunMemory(), next(iter(opened().template.outputs.values()))
    memory.owners = {1: (owner, [found]), 2: (owner, [])}
    memory.kept("check_template", "X1", [found], 7)
    memory.kept("check_template", "X2", [], 8)
    memory.moved(move)
    assert memory.owners == {1: (owner, [expected]), 2: (owner, [])}
    assert [(of.found, of.seconds) for of in memory.rules.values()] == [([expected], 7), ([], 8)]


def test_a_new_text_leaves_nothing() -> None:
    memory, owner = RunMemory(), next(iter(opened().template.outputs.values()))
    one = Diagnostic("X1", "info", "m", Span(0, 1))
    ways: list[Callable[[], None]] = [lambda: memory.moved(None), lambda: memory.begin(object()), memory.clear]
    for forget in ways:
        memory.owners, memory.notes = {1: (owner, [one])}, [one]
        memory.kept("check_template", "X1", [one], 7)
        memory.begin(memory.linter)
        assert memory.owners and memory.notes and memory.rules
        forget()
        assert (memory.owners, memory.notes, memory.rules) == ({}, [], {})
