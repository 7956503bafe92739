"""The limit on the findings of one rule: what is left out, what stays, and the note about it."""

from __future__ import annotations

import pytest

from hotlint.linter.diagnostic import Diagnostic, Severity
from hotlint.linter.rules.rule import Rule
from hotlint.linter.rules.tally import KIND_LIMIT, Tally, limited
from hotlint.syntax.source import Span


class Counted(Rule):
    """A rule whose findings are counted."""

    def __init__(self, code: str = "X1", severity: Severity = "error") -> None:
        self.code, self.name, self.severity = code, f"rule-{code}", severity  # type: ignore[misc]


def findings(count: int, severity: Severity = "error", code: str = "X1", first: int = 0) -> list[Diagnostic]:
    return [Diagnostic(code, severity, "m", Span(n, n + 1)) for n in range(first, first + count)]


def note(code: str = "X1") -> Diagnostic:
    message = f"only the first 1,000 findings of {code} (rule-{code}) in this file are reported"
    return Diagnostic("HOT089", "info", message, Span(0, 0), rule="partial-check")


@pytest.mark.parametrize(
    ("steps", "kept", "is_full"),
    [
        ([3], 3, False), ([KIND_LIMIT], KIND_LIMIT, False), ([KIND_LIMIT + 1], KIND_LIMIT, True), ([5000], KIND_LIMIT, True),
        ([600, 400], KIND_LIMIT, False), ([600, 401], KIND_LIMIT, True), ([600, 600], KIND_LIMIT, True),
        ([600, 600, 600], KIND_LIMIT, True), ([KIND_LIMIT, 1], KIND_LIMIT, True), ([1, KIND_LIMIT], KIND_LIMIT, True),
    ],
)  # fmt: skip
def test_the_first_findings_stay(steps: list[int], kept: int, is_full: bool) -> None:
    tally, found = Tally(), list[Diagnostic]()
    other = Diagnostic("X2", "error", "of another rule", Span(0, 1))
    for count in steps:
        found.append(other)
        since = len(found)
        found += findings(count, first=since)
        tally.count(Counted(), found, since)
    own = [d for d in found if d.code == "X1"]
    assert len(own) == kept and len(found) == kept + len(steps)
    assert own == sorted(own, key=lambda d: d.span)
    assert tally.full == ({"X1"} if is_full else set())
    assert tally.notes() == ([note()] if is_full else [])


@pytest.mark.parametrize("later", [0, 1, 700])
def test_the_first_of_the_most_severe_stays(later: int) -> None:
    tally, mild = Tally(), findings(KIND_LIMIT + later, "warning")
    found = [*mild, *findings(2, first=5000)]
    tally.count(Counted(), found, 0)
    assert found == [*mild[:KIND_LIMIT], *findings(1, first=5000)]
    assert (tally.full, tally.notes()) == ({"X1"}, [note()])


def test_a_rule_runs_until_its_most_severe_finding_is_there() -> None:
    tally, found = Tally(), findings(KIND_LIMIT + 1, "warning")
    tally.count(Counted(), found, 0)
    assert (len(found), tally.full) == (KIND_LIMIT, set())
    assert tally.notes() == [note()]
    found += findings(3, "info", first=6000)
    tally.count(Counted(), found, KIND_LIMIT)
    assert (len(found), tally.full) == (KIND_LIMIT, set())
    found += findings(3, first=7000)
    tally.count(Counted(), found, KIND_LIMIT)
    assert found[KIND_LIMIT:] == findings(1, first=7000)
    assert (tally.full, tally.notes()) == ({"X1"}, [note()])


def test_one_severe_finding_is_enough() -> None:
    tally, found = Tally(), findings(1)
    tally.count(Counted(), found, 0)
    found += findings(KIND_LIMIT, "warning", first=10)
    tally.count(Counted(), found, 1)
    assert (len(found), tally.full) == (KIND_LIMIT, {"X1"})


def test_repeats_count_once() -> None:
    tally, once = Tally(), findings(400)
    found = list[Diagnostic]()
    for _ in range(5):
        since = len(found)
        found += once
        tally.count(Counted(), found, since)
    assert tally.notes() == [] and tally.full == set()
    assert len(found) == 800  # those up to the limit are left to what sorts them
    again = [*once, *(d._replace(message="n") for d in once), *(d._replace(severity="info") for d in once)]
    found += again
    tally.count(Counted(), found, 800)
    assert len(found) == 800 + 600
    assert tally.notes() == [note()]


def test_repeats_up_to_the_limit_stay() -> None:
    tally, found = Tally(), [*findings(KIND_LIMIT // 2), *findings(KIND_LIMIT // 2)]
    tally.count(Counted(), found, 0)
    assert len(found) == KIND_LIMIT
    found += findings(1)
    tally.count(Counted(), found, KIND_LIMIT)
    assert len(found) == KIND_LIMIT and tally.notes() == []


def test_suppressed_findings_are_not_counted_yet() -> None:
    tally, found = Tally(later=True), findings(KIND_LIMIT + 5)
    tally.count(Counted(), found, 0)
    assert (len(found), tally.full, tally.notes()) == (KIND_LIMIT + 5, set(), [])


def test_findings_of_several_rules_have_a_limit_each() -> None:
    rules = [Counted("X1"), Counted("X2", "warning"), Counted("X3")]
    first, second, third = findings(1200), findings(KIND_LIMIT, "warning", "X2"), findings(2, code="X3")
    unknown = findings(1100, code="X4")
    mixed = [*third, *first, *second, *unknown]
    assert limited(mixed, rules) == [*third, *first[:KIND_LIMIT], *second, *unknown, note()]
    assert limited([*mixed, *findings(1, "warning", "X2", 5000)], rules)[-2:] == [note("X1"), note("X2")]


def test_findings_up_to_the_limit_stay_as_they_are() -> None:
    few = [*findings(KIND_LIMIT), *findings(KIND_LIMIT, code="X2"), *findings(1)[:0]]
    assert limited(few[::-1], [Counted()]) == few[::-1]
