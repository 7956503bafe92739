"""The systems that are deployed on a real cloud: each is right but for its mistake."""

from __future__ import annotations

from pathlib import Path

import yaml
from deployed_systems.draft import Draft, written
from for_each import for_each

import hotlint


@for_each("name", list(written()))
def test_a_right_system_has_no_error_and_each_mistake_changes_it(name: str, tmp_path: Path) -> None:
    right = Draft(name, 1)
    for file, template in right.templates.items():
        (tmp_path / f"{file.removesuffix('.yaml')}.yaml").write_text(yaml.safe_dump(template, sort_keys=False))
    found = hotlint.check(tmp_path / "main.yaml").diagnostics
    assert not [d for d in found if d.severity == "error"]
    assert len(right.mistakes) == len(set(right.mistakes)) > 3
    assert all(Draft(name, 1, mistake).templates != right.templates for mistake in right.mistakes)
