"""Deployments of several files: an error where Heat refuses the creation, and none where it accepts it, by Heat's recorded
verdicts."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from heat_parity.compare.findings import OF_SERVICES, STRICTER
from heat_parity.recorded import Composition, RecordedVerdicts, read_compositions

import hotlint

DATA = Path(__file__).parents[1] / "data"
CASES = list(read_compositions(DATA / "composition"))
SUBJECTS = sorted({case.name.partition("-")[0] for case in CASES})
RECORDED = DATA / "parity" / "compositions.json"
DIFFERENT: dict[str, str] = {}
"""Cases in which hotlint does not agree with Heat yet, and what Heat does."""


@pytest.fixture(scope="module")
def recorded() -> RecordedVerdicts:
    return RecordedVerdicts.load(RECORDED)


def findings(case: Composition, folder: Path) -> Sequence[Any]:
    template, environments = case.lay_out(folder)
    return hotlint.check(template, environments=environments, config=False).diagnostics


@pytest.mark.parametrize("subject", SUBJECTS)
def test_same_verdict(subject: str, recorded: RecordedVerdicts, tmp_path: Path) -> None:
    differ = {}
    for case in (case for case in CASES if case.name.partition("-")[0] == subject):
        heat, found = recorded.verdict(case.key, case.name), findings(case, tmp_path / case.name)
        at_once = [d for d in found if d.severity == "error" and not d.code.startswith(OF_SERVICES)]
        errors = [f"{d.code}: {d.message}" for d in at_once if d.code not in STRICTER]
        if errors if heat["create"] else not errors and (heat["create"] is False or not heat["template"]):
            differ[case.name] = errors or heat["error"]
    assert differ.keys() == {name for name in DIFFERENT if name.partition("-")[0] == subject}, differ


def test_every_recorded_verdict_is_about_a_case(recorded: RecordedVerdicts) -> None:
    for case in CASES:
        assert recorded.verdict(case.key, case.name)["case"] == case.name
    assert recorded.unused() == [], "run `make parity-record`"


def test_enough_cases() -> None:
    assert len(CASES) >= 200
    assert {case.name for case in CASES} >= set(DIFFERENT)
