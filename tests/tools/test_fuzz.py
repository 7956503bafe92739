"""The fuzz harness: a short run of each kind, the cases that failed once, and that a broken promise does not go unseen."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest
from for_each import for_each

pytest.importorskip("resource")  # the harness runs where processes can be limited and forked

from fuzz import campaign, isolated, kills, outcome, targets, texts
from fuzz.campaign import Campaign, Limits
from fuzz.case import BrokenPromiseError, Case, check_edited, check_findings, check_span, load
from fuzz.case_factory import make_case
from fuzz.guided import DataRandom, case_of
from fuzz.isolated import minimize
from fuzz.outcome import try_case
from fuzz.targets import TARGETS
from fuzz.workbench import Workbench
from fuzz.worker import BLOCK
from fuzz_strategies import cases
from hypothesis import HealthCheck, given, settings

from hotlint.linter.checking.engine import Engine
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.edits import Edit
from hotlint.syntax.source import Span

REGRESSIONS = sorted((Path(__file__).parents[1] / "data" / "fuzz").glob("*.json"))
LOAD = {"time", "hang"}
"""Failures for which a machine that has other work to do is enough; `make fuzz` reports them."""
FAMILIES = {"prefix", "mutated", "grammar", "mutated grammar", "hostile", "noise"}


@pytest.fixture(scope="module")
def bench() -> Iterator[Workbench]:
    made = Workbench()
    yield made
    made.close()


@for_each("path", REGRESSIONS, ids=lambda path: path.stem)
def test_what_failed_once(path: Path, bench: Workbench) -> None:
    targets.run(load(path), bench)


def test_fifty_cases(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    held = outcome.peak_megabytes()  # what the tests before this one have left in the process
    monkeypatch.setattr(outcome, "MEGABYTES", outcome.MEGABYTES + held)
    failures = [try_case(make_case(19, n), bench).failure for n in range(50)]
    assert [f for f in failures if f is not None and f.kind not in LOAD] == []


@pytest.mark.parametrize("target", [name for name in TARGETS if name != "protocol"])
def test_what_hypothesis_finds(target: str, bench: Workbench) -> None:
    @settings(max_examples=60, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(cases(target))
    def keeps_its_promises(case: Case) -> None:
        targets.run(case, bench)

    keeps_its_promises()


def test_a_case_is_made_again_by_its_number() -> None:
    made = [make_case(3, n) for n in range(1500)]
    assert made[::100] == [make_case(3, n) for n in range(0, 1500, 100)]
    assert {case.target for case in made} == set(TARGETS)
    assert {case.family for case in made} == FAMILIES


def test_every_prefix_has_its_turn() -> None:
    found = texts.templates()
    assert len(found) == texts.PREFIXED
    assert len(texts.prefixes()) == sum(len(text) + 1 for text in found)


def test_a_case_survives_its_file(tmp_path: Path) -> None:
    case = Case("edits", "x", "a\ud800\u2028\r", files={"e": "\0"}, steps=[["edit", 1, 2, "\udfff"]], choice=3)
    case.save(tmp_path / "sub" / "case.json")
    assert load(tmp_path / "sub" / "case.json") == case


@for_each(
    ("kind", "found"),
    [
        ("HOT000", Diagnostic("HOT000", "warning", "failed", Span(0, 1))),
        ("span outside", Diagnostic("HOT001", "error", "m", Span(0, 99))),
        ("span with \\r", Diagnostic("HOT001", "error", "m", Span(0, 4))),
        ("span with \\r", Diagnostic("HOT001", "error", "m", Span(4, 5))),
        ("message", Diagnostic("HOT001", "error", " ", Span(0, 1))),
    ],
)
def test_broken_promises_are_seen(kind: str, found: Diagnostic) -> None:
    with pytest.raises(BrokenPromiseError) as caught:
        check_findings([found], "abc\r\ndef")
    assert caught.value.kind == kind


def test_edits_that_break_a_text_are_seen() -> None:
    check_span(Span(0, 3), "abc\r\n", "x")
    with pytest.raises(BrokenPromiseError, match="broken by a fix"):
        check_edited("a: b\n", [Edit(Span(3, 4), "[")], "x")
    with pytest.raises(BrokenPromiseError, match="overlapping edits"):
        check_edited("a: b\n", [Edit(Span(0, 4), "x"), Edit(Span(3, 4), "y")], "x")


def test_a_crash_is_found_and_made_small(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(self: Engine, path: str, text: str | None = None, *, named: bool = True) -> None:
        raise ZeroDivisionError("planted") if text and "server" in text else SystemExit

    monkeypatch.setattr(Engine, "check_file", crash)
    outcome = try_case(Case("check", "x", "the server"), bench)
    assert outcome.failure is not None and outcome.failure.kind == "ZeroDivisionError"
    case = Case("check", "x", "first\nthe server is\nlast\n", files={"child.yaml": "x"}, steps=[["x"]])
    smallest = minimize(case, lambda c: "server" in c.text)
    assert smallest == Case("check", "x", "server", steps=[])


def test_a_case_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets, "run", lambda case, bench: time.sleep(60))
    monkeypatch.setattr(isolated, "PATIENCE", 0.5)
    failure = isolated.try_alone(Case("check", "x", "")).failure
    assert failure is not None and failure.kind == "hang"


@pytest.mark.slow
def test_a_run_goes_on_where_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Campaign(tmp_path, 4)
    first.run(Limits(cases=BLOCK), jobs=1)
    assert [name for name in first.failures() if name.split()[0] not in LOAD] == []
    with open(tmp_path / "blocks.jsonl", "a", encoding="ascii") as file:
        file.write('{"cut": ')
    again = Campaign(tmp_path, 4)
    assert [block["first"] for block in again.blocks] == [0]
    worker = SimpleNamespace(block=lambda seed, first: again.blocks[0] | {"first": first})
    monkeypatch.setattr(campaign, "_Worker", lambda: nullcontext(worker))  # which would do another block at once
    again.run(Limits(cases=BLOCK), jobs=2)
    assert len(again.blocks) == 1
    assert f"{BLOCK} cases of seed 4" in again.summary()


@pytest.mark.parametrize("subject", ["parser", "edits", "protocol"])
def test_bytes_stand_for_a_case(subject: str, bench: Workbench) -> None:
    case = case_of(subject, bytes(range(256)))
    assert case == case_of(subject, bytes(range(256)))
    targets.run(case, bench)
    assert DataRandom(b"").random() == 0.0


def test_kills(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kills, "COMMANDS", kills.COMMANDS[2::3])  # each of them runs twice before the first kill
    found = kills.kill_commands(6, seed=4)
    assert (found.kills, found.torn, found.left) == (6, (), ())
