"""An error where Heat rejects a template, none where it accepts it: Heat's recorded verdicts on small templates."""

import json
from pathlib import Path

import pytest
from heat_parity.compare.findings import STRICTER
from heat_parity.recorded import RecordedVerdicts, TemplateCase, read_topics

import hotlint

TOPICS = dict(read_topics(Path(__file__).parent / "verdict_cases.py"))
RECORDED = Path(__file__).parents[1] / "data" / "parity" / "templates.json"


@pytest.fixture(scope="module")
def recorded() -> RecordedVerdicts:
    return RecordedVerdicts.load(RECORDED)


def errors(case: TemplateCase, folder: Path) -> list[str]:
    text = json.dumps(case.environment or {"parameters": {}})
    given = folder / f"{hash(text)}.yaml"
    if not given.exists():  # most cases have the same one
        given.write_text(text, encoding="utf-8")
    found = hotlint.check(folder / "template.yaml", text=case.template, environments=[given]).diagnostics
    assert not [d for d in found if d.code == "HOT000"]
    return [f"{d.code}: {d.message}" for d in found if d.severity == "error"]


@pytest.mark.parametrize("topic", TOPICS)
def test_same_verdict(topic: str, recorded: RecordedVerdicts, tmp_path: Path) -> None:
    wrong = []
    for case in TOPICS[topic]:
        accepted, found = recorded.verdict(case.key, case.template), errors(case, tmp_path)
        unexpected = [error for error in found if not error.startswith(STRICTER)]
        if unexpected if accepted else not found:
            wrong.append(f"{'accepted' if accepted else 'rejected'} by Heat, {found or 'no error'}:\n{case.template}")
    assert not wrong, f"{len(wrong)} of {len(TOPICS[topic])}:\n" + "\n".join(wrong[:10])


def test_every_recorded_verdict_is_about_a_case(recorded: RecordedVerdicts) -> None:
    for cases in TOPICS.values():
        for case in cases:
            recorded.verdict(case.key, case.template)
    assert recorded.unused() == [], "run `make parity-record`"


def test_enough_cases() -> None:
    assert sum(map(len, TOPICS.values())) >= 1300
