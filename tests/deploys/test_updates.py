"""Updates that a service refuses half way: a real cloud has shown how each case of updates.yaml ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from deploy_cases import UpdateCase, updates
from for_each import for_each

from hotlint.cli.main import main

CASES = updates()


def diff(case: UpdateCase, folder: Path, capsys: pytest.CaptureFixture[str], form: str) -> tuple[int, str]:
    """Return the exit code and the output of `hotlint diff` for a case."""
    for name, template in (("old", case.old), ("new", case.new)):
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(template, sort_keys=False), encoding="utf-8")
    code = main(["diff", str(folder / "old.yaml"), str(folder / "new.yaml"), "--format", form])
    return code, capsys.readouterr().out


@for_each("case", CASES, ids=lambda case: case.name)
def test_the_resource_at_which_an_update_fails(
    case: UpdateCase, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = diff(case, tmp_path, capsys, "json")
    changes: list[dict[str, Any]] = json.loads(out)["resources"]
    assert [change["path"] for change in changes if change["fails"]] == ([[case.fails]] if case.predicted else [])
    assert code == int(case.predicted)


def test_text_and_markdown_say_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = next(case for case in CASES if case.name == "a flavor with a name")
    _, text = diff(case, tmp_path, capsys, "text")
    why = "Nova refuses a second flavor with name 'ff', and Heat deletes the old one only afterwards"
    assert f"      fails: {why}\n" in text
    assert text.endswith("1 resource: 1 replaced. The update fails at 'f'.\n")
    _, markdown = diff(case, tmp_path, capsys, "markdown")
    assert f"**fails**: {why} |" in markdown
