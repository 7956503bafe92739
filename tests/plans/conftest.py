"""A stack that runs, for every test of plans."""

from __future__ import annotations

from pathlib import Path

import pytest
from recorded_case import NET, RUNNING_NET, Running


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Running:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Running(tmp_path, capsys)


@pytest.fixture
def net(running: Running) -> Running:
    return running.runs(NET % ("a", "10.0.0.0/24"), RUNNING_NET)
