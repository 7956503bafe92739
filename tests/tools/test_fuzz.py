"""The fuzz harness: a short run of each kind, the cases that failed once, and that a broken promise does not go unseen."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from for_each import for_each

pytest.importorskip("resource")  # the harness runs where processes can be limited and forked

from fuzz import campaign, kills, outcome, targets, texts
from fuzz.case import BrokenPromiseError, Case, check_edited, check_findings, check_span, load
from fuzz.outcome import LIMITS, try_case
from fuzz.strategies import cases, smallest
from fuzz.targets import TARGETS
from fuzz.workbench import Workbench
from hypothesis import given, settings
from hypothesis import strategies as st

from hotlint.linter.checking.engine import Engine
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.edits import Edit
from hotlint.syntax.source import Span

REGRESSIONS = sorted((Path(__file__).parents[1] / "data" / "fuzz").glob("*.json"))


@pytest.fixture(scope="module")
def bench() -> Iterator[Workbench]:
    with Workbench() as made:
        yield made


@pytest.mark.parametrize("path", REGRESSIONS, ids=lambda path: path.stem)
def test_what_failed_once(path: Path, bench: Workbench) -> None:
    targets.run(load(path), bench)


@pytest.mark.parametrize("target", TARGETS)
def test_what_hypothesis_finds(target: str, bench: Workbench) -> None:
    @settings(settings.get_profile("short"), max_examples=20 if target == "protocol" else 60)
    @given(cases(target))
    def keeps_its_promises(case: Case) -> None:
        failure = try_case(case, bench).failure  # a limit is for `make fuzz`: this machine has other work to do
        assert failure is None or failure.kind in LIMITS, failure

    keeps_its_promises()


def test_texts_are_cut_short_anywhere() -> None:
    assert len(texts.templates()) == texts.PREFIXED


def test_a_case_survives_its_file(tmp_path: Path) -> None:
    case = Case("edits", "a\ud800\u2028\r", files={"e": "\0"}, steps=[["edit", 1, 2, "\udfff"]], choice=3)
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


def test_a_crash_is_found_and_made_small(bench: Workbench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def crash(self: Engine, path: str, text: str | None = None, *, named: bool = True) -> None:
        if text and "resources" in text:
            raise ZeroDivisionError("planted")

    monkeypatch.setattr(Engine, "check_file", crash)
    monkeypatch.setattr(campaign, "cases", lambda: cases("check"))
    figures = [campaign.run_round(1, 2, bench, tmp_path / folder) for folder in ("a", "b")]
    assert set(figures[0]["failures"]) >= {"ZeroDivisionError-test_fuzz.py-crash"}
    assert figures[0]["failures"] == figures[1]["failures"], "a round is made again by its seed and number"
    assert load(tmp_path / "a" / "ZeroDivisionError-test_fuzz.py-crash.json")._replace(choice=0) == Case(
        "check", "resources"
    )


def test_only_what_is_needed_for_a_failure_stays() -> None:
    case = Case("edits", "a\nthe server\n", "utf-8", {"x": "1\n2\n", "y": "3\n"}, [["one"], ["two"]])
    found = smallest(case, lambda c: "server" in c.text and ["two"] in c.steps and "2" in c.files.get("x", ""))
    assert found == Case("edits", "server", "", {"x": "2\n"}, [["two"]])


@for_each(("limit", "kind"), [("HANG", "hang"), ("SECONDS", "time"), ("MEGABYTES", "memory")])
def test_a_case_over_a_limit_is_ended(limit: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def work(case: Case, bench: Workbench) -> None:
        held = bytearray(60 << 20)
        while limit == "HANG":
            held[0] = 1

    monkeypatch.setattr(targets, "run", work)
    monkeypatch.setattr(outcome, limit, {"HANG": 0.1, "SECONDS": 0, "MEGABYTES": 30}[limit])
    with Workbench() as bench:
        failure = try_case(Case("check", ""), bench).failure
    assert failure is not None and failure.kind == kind


@pytest.mark.slow
def test_a_long_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summary, kept = campaign.campaign(4, 0.1, 1, tmp_path)
    assert "cases of seed 4 (" in summary and kept, summary
    assert list(tmp_path.iterdir()) == []
    python = sys.executable
    program = "import os, pathlib; pathlib.Path('running-%d.json' % os.getpid()).write_text('{}'); os.abort()"
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    (tmp_path / "python").write_text(f"#!/bin/sh\ncd {tmp_path} && exec {python} -c {json.dumps(program)}\n")
    (tmp_path / "python").chmod(0o755)
    summary, kept = campaign.campaign(4, 0.01, 1, tmp_path)
    assert "process-ended--6.json" in summary and not kept
    assert (tmp_path / "process-ended--6.json").exists()


def test_coverage_may_choose_the_cases(bench: Workbench) -> None:
    made: list[Case] = []

    @settings(settings.get_profile("long"))
    @given(cases("edits", of=st.text()))
    def keeps_its_promises(case: Case) -> None:
        made.append(case)
        targets.run(case, bench)

    data = bytes(range(1, 256)) * 4
    for _ in range(2):
        keeps_its_promises.hypothesis.fuzz_one_input(data)  # type: ignore[attr-defined]
    assert made[0] == made[1]


def test_kills(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kills, "WRITING", kills.WRITING[2::3])  # each of them runs twice before the first kill
    found = kills.kill_commands(6, seed=4)
    assert (found.kills, found.torn, found.left) == (6, (), ())
