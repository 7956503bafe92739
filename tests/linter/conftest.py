"""A folder with a template that has two findings."""

from pathlib import Path

import pytest
from two_findings import TEMPLATE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    return tmp_path
