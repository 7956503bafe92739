"""Deployments of several files: an error where Heat refuses the creation, and none where it accepts it, by Heat's recorded
verdicts."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from heat_parity.compare.findings import OF_SERVICES, STRICTER
from heat_parity.recorded import Composition, RecordedVerdicts, made_compositions, read_compositions

import hotlint

TESTS = Path(__file__).parents[1]
MADE = list(made_compositions(TESTS / "parity" / "composition_cases.py"))
NAMES = {case.name.partition("-")[0] for case in MADE}
CASES = [*read_compositions(TESTS / "data" / "composition"), *MADE]
SUBJECTS = sorted({case.name.partition("-")[0] for case in CASES})
RECORDED = TESTS / "data" / "parity" / "compositions.json"
DIFFERENT: dict[str, str] = {
    "child-beside-root-missing": "a warning: the file that is missing stands elsewhere in the tree",
}
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


@pytest.mark.parametrize("source", ["id", "attribute"])
def test_only_what_is_the_same_port_is_given_twice(source: str, recorded: RecordedVerdicts, tmp_path: Path) -> None:
    twice = "the port is given twice"
    told = {
        case.name
        for case in MADE
        if f"-{source}-" in case.name and recorded.verdict(case.key, case.name)["create"]
        if any(twice in found.message for found in findings(case, tmp_path / case.name))
    }
    missed = {"filter", "list_concat", "list_concat_unique"}  # items of a list whose number is not known are no value
    twins = [case for case in MADE if case.name.endswith(f"-{source}-twice")]
    refused = {c.name.partition("-")[0] for c in twins if not recorded.verdict(c.key, c.name)["create"]}
    constant = {f"not-{source}-{place}" for place in ("both", "nested", "group")}  # it is "b" for both
    assert told == {f"{name}-{source}-twice" for name in set(NAMES) - missed - refused} | constant
