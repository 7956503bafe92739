"""`hotlint new`: each scaffold is formatted, checked and tested, and overwrites nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotlint.cli.commands.new import KINDS
from hotlint.cli.main import main


@pytest.mark.parametrize("kind", KINDS)
def test_a_scaffold_is_formatted_checked_and_tested(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", kind, "mine"]) == 0
    monkeypatch.chdir(tmp_path / "mine")
    capsys.readouterr()
    assert main(["check", "--profile", "security", "--fail-on", "info", "."]) == 0
    assert "Nothing found" in capsys.readouterr().out
    assert main(["format", "--check", "."]) == 0
    assert main(["test", "--coverage", "--fail-under", "80"]) == 0
    if kind == "policy":
        assert main(["policy", "test", "policies.yaml"]) == 0


def test_a_file_that_exists_is_not_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "server.env").write_text("parameters: {}\n")
    assert main(["new", "server", str(tmp_path)]) == 2
    assert "server.env' exists already; nothing was written" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["server.env"]
    assert main(["new", "suite", str(tmp_path / "server.env")]) == 2
    assert "server.env' is a file; name a folder" in capsys.readouterr().err
