"""Small templates, each of which says something that no other says: all findings, and what outputs and conditions come to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from finding_lines import ENVIRONMENT, findings, full
from snapshot_files import FOLDER, RecordedAnswers, sections

import hotlint

TEXTS = sections((FOLDER / "input" / "deployed.txt").read_text(encoding="utf-8"))
NUMBERS = sorted({name.split()[0] for name in TEXTS})
GROUP = 25
"""Templates of one test."""
RECORDED = RecordedAnswers("deployed")


@pytest.mark.parametrize("group", range(-(-len(NUMBERS) // GROUP)))
def test_findings_and_values(group: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    lines = []
    for number in NUMBERS[group * GROUP : (group + 1) * GROUP]:
        folder = tmp_path / number
        folder.mkdir()
        environments = []
        if f"{number} environment" in TEXTS:
            environments.append(folder / ENVIRONMENT)
            environments[0].write_text(TEXTS[f"{number} environment"], encoding="utf-8")
        found = [line for finding in findings(folder, TEXTS[number], environments) for line in full(finding, folder)]
        shown = hotlint.preview(folder / "template.yaml", environments=environments).to_dict()
        values = {section: shown.get(section) for section in ("conditions", "outputs") if shown.get(section)}
        lines += [f"-- {number}", *found, json.dumps(values).replace(str(folder), ".")]
    RECORDED.check(str(group), "\n".join(lines))


def test_nothing_else_is_recorded() -> None:
    RECORDED.keep_only({str(group) for group in range(-(-len(NUMBERS) // GROUP))})
