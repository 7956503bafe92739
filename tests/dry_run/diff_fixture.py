"""Two templates, and what `hotlint diff` says of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hotlint.cli.main import main

HEAD = "heat_template_version: 2018-08-31\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture
def diff(folder: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def made(old: str, new: str, *args: str) -> dict[str, Any]:
        (folder / "old.yaml").write_text(HEAD + old)
        (folder / "new.yaml").write_text(HEAD + new)
        assert main(["diff", "old.yaml", "new.yaml", "-f", "json", *args]) in (0, 1)
        return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]

    return made


def actions(found: dict[str, Any]) -> dict[str, str]:
    return {".".join(r["path"]): r["action"] for r in found["resources"]}


def server(**properties: str) -> str:
    listed = ", ".join(f"{k}: {v}" for k, v in properties.items())
    return f"resources: {{s: {{type: OS::Nova::Server, properties: {{{listed}}}}}}}\n"
