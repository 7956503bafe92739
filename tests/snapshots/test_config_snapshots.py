"""Configurations, right and wrong: what `check` reports about them and with them, and what `config` shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from snapshot_files import FOLDER, RecordedAnswers, sections

from hotlint.cli.main import main

CONFIGS = sections((FOLDER / "programs" / "configs.txt").read_text(encoding="utf-8"))
TEMPLATE = (FOLDER / "input" / "template.yaml").read_text(encoding="utf-8")
RECORDED = RecordedAnswers("configs")


@pytest.mark.parametrize("name", CONFIGS)
def test_config(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".hotlint.yaml").write_text(CONFIGS[name], encoding="utf-8")
    (tmp_path / "template.yaml").write_text(TEMPLATE, encoding="utf-8")
    (tmp_path / "environment.yaml").write_text("parameters: {flavor: m1.large, nope: 1}\n", encoding="utf-8")
    codes = [main(["check", "-f", "concise", "-j", "1", "--no-cache", "."]), main(["config", "show", "template.yaml"])]
    output = capsys.readouterr()
    RECORDED.check(name, f"{output.out}{output.err}exit codes {codes}".replace(str(tmp_path), "."))


def test_nothing_else_is_recorded() -> None:
    RECORDED.keep_only(set(CONFIGS))
