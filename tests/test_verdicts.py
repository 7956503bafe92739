"""An error where Heat refuses a template, none where it accepts it: Heat 27.0.1's own verdicts on small templates."""

import json
from pathlib import Path
from typing import Any

import pytest
from verdict_cases import TOPICS, Case

import hotlint

VERDICTS: dict[str, str] = json.loads((Path(__file__).parent / "data" / "verdicts.json").read_text(encoding="utf-8"))
STRICTER = {"HOT002", "HOT401"}
"""Errors on purpose where Heat is silent: a key that stands twice, a function of a later version."""


def errors(template: str, environment: dict[str, Any], folder: Path) -> list[str]:
    given = folder / "environment.yaml"
    given.write_text(json.dumps(environment or {"parameters": {}}), encoding="utf-8")
    found = hotlint.check(folder / "template.yaml", text=template, environments=[given]).diagnostics
    assert not [d for d in found if d.code == "HOT000"]
    return [f"{d.code}: {d.message}" for d in found if d.severity == "error"]


@pytest.mark.parametrize("topic", TOPICS, ids=lambda t: t.__name__)
def test_verdicts(topic: Any, tmp_path: Path) -> None:
    cases: list[Case] = list(topic())
    verdicts = VERDICTS[topic.__name__]
    assert len(cases) == len(verdicts)
    wrong = []
    for (template, environment), verdict in zip(cases, verdicts, strict=True):
        found = errors(template, environment, tmp_path)
        unexpected = [e for e in found if e[:6] not in STRICTER]
        if unexpected if verdict == "y" else not found:
            wrong.append(f"{'accepted' if verdict == 'y' else 'refused'} by Heat, {found or 'no error'}:\n{template}")
    assert not wrong, f"{len(wrong)} of {len(cases)}:\n" + "\n".join(wrong[:10])
