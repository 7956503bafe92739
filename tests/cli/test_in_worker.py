"""What workers of browsers and editors call, here in an ordinary Python."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from time_limits import tries

from hotlint.cli import in_worker

WRONG = "heat_template_version: 2018-08-31\nresources:\n  a: {type: OS::Heat::Nix}\n"


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a worker is; the current one, and sys.path, are restored afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    in_worker.enter(str(tmp_path / "work"))
    return tmp_path / "work"


def test_no_module_is_imported_from_the_folder(work: Path) -> None:
    assert Path.cwd() == work
    assert "" not in sys.path and sys.path


def test_the_folder_holds_the_files_that_were_written_last(work: Path) -> None:
    in_worker.write_files({"a.yaml": "a\r\n", "nested/b.yaml": "ä"})
    assert (work / "a.yaml").read_bytes() == b"a\r\n"
    in_worker.write_files({"nested/b.yaml": "b"})
    assert [path.read_text(encoding="utf-8") for path in work.rglob("*.yaml")] == ["b"]


def test_a_command_gives_what_it_prints() -> None:
    in_worker.write_files({"a.yaml": WRONG})
    assert "HOT501" in in_worker.run(["check", "a.yaml"])
    assert in_worker.run(["check", "--format", "json", "a.yaml"]).startswith("{")
    assert "unknown command" in in_worker.run(["nothing"])


def test_warming_up_leaves_nothing(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    in_worker.warm_up()
    assert list(work.iterdir()) == []
    assert capsys.readouterr() == ("", "")


def test_a_server_answers() -> None:
    sent: list[dict[str, Any]] = []

    async def session() -> None:
        receive = in_worker.serve(lambda text: sent.append(json.loads(text)))
        parameters: dict[str, Any] = {"capabilities": {}, "processId": None, "rootUri": None}
        receive(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": parameters}))
        for _ in tries():
            if sent:
                break
            await asyncio.sleep(0.01)

    asyncio.run(session())
    assert sent[0]["id"] == 1 and sent[0]["result"]["serverInfo"]["name"] == "hotlint"
