"""The limits of the sandbox: each of them holds by itself, with a process for each expression and without."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hotlint.common.platforms import HAS_FORK
from hotlint.common.time_limit import one_file
from hotlint.language.sandbox import client, worker
from hotlint.language.sandbox.client import Sandbox

SLOW = "(a+)+$", "a" * 60 + "!"
LARGE = "{{ ('x' * 100000000) | length }}"
pytestmark = pytest.mark.skipif(not HAS_FORK, reason="the limits are those of a system with fork")


@pytest.fixture(params=[True, False], ids=["fork", "stay"])
def fork(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def rendering(text: str, folder: str = "/nowhere", confined_to: str | None = None) -> tuple[Any, ...]:
    """Return the request to render a text."""
    return ("jinja", f"{folder}/t.j2", text, {}, [folder], False, False, confined_to)


def test_an_expression_gets_so_much_processor_time(fork: bool) -> None:
    sandbox = Sandbox(fork=fork, seconds=0.5)
    began = time.monotonic()
    assert sandbox.match(*SLOW) is None
    assert sandbox.worked < 1.5  # by the clock, it would be ended after ten seconds
    assert time.monotonic() - began < 60
    sandbox.close()


def test_the_limit_of_time_holds_where_its_signal_is_ignored() -> None:
    """A program that ignores a signal hands this on to those that it starts."""
    before = signal.signal(signal.SIGPROF, signal.SIG_IGN)
    try:
        sandbox = Sandbox(fork=True, seconds=0.5)
        assert sandbox.match(*SLOW) is None
        assert sandbox.worked < 1.5  # by the clock, it would be ended after ten seconds
        sandbox.close()
    finally:
        signal.signal(signal.SIGPROF, before)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps such a limit")
def test_an_expression_gets_so_much_memory(fork: bool) -> None:
    pytest.importorskip("jinja2")
    small, large = (Sandbox(fork=fork, seconds=5.0, memory=size) for size in (32 << 20, 1 << 30))
    assert small.ask(rendering(LARGE)) == ("stopped", "memory")
    assert large.ask(rendering(LARGE))[0] == "value"
    small.close()
    large.close()


def test_what_waits_is_ended_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def wait() -> tuple[str, int]:
        time.sleep(90)
        return ("value", 1)

    monkeypatch.setitem(worker._ANSWERS, "wait", wait)
    began = time.monotonic()
    assert worker._in_child(("wait",), 0.02, 1 << 30)[1] == ("stopped", "time")
    assert time.monotonic() - began < 60


def test_a_worker_that_hangs_is_ended() -> None:
    sandbox = Sandbox(fork=False, seconds=0.2)
    began = time.monotonic()
    assert sandbox.match(*SLOW) is None
    assert time.monotonic() - began < 60
    assert sandbox.match("a", "a") is True
    sandbox.close()


def test_memory_that_is_not_there_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def fill() -> None:
        raise MemoryError

    monkeypatch.setitem(worker._ANSWERS, "fill", fill)
    assert worker.answer(("fill",)) == ("stopped", "memory")


def test_work_of_the_sandbox_is_metered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "worked", iter([1.0, 1.25, 2.0, 2.5]).__next__)
    with one_file(0.5) as limit:
        assert [client.metered(str, 1), limit.left] == ["1", 0.25]
        assert [client.metered(str, 2), limit.left] == ["2", -0.25]
        assert client.metered(str, 3) is None


def test_few_replies_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_REMEMBERED", 3)
    sandbox = Sandbox()
    for number in range(9):
        assert sandbox.match("a+", "a" * number) is (number > 0)
    assert len(sandbox._known) <= 3
    sandbox.close()


def test_the_worker_runs_no_code_of_its_surroundings(tmp_path: Path) -> None:
    for name in ("sitecustomize", "usercustomize", "re", "hotlint"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n")
    code = "from hotlint.language.sandbox.client import match; print(match('a', 'a'))"
    setup = f"import os, sys; os.environ['PYTHONPATH'] = {str(tmp_path)!r}; "
    done = subprocess.run([sys.executable, "-c", setup + code], capture_output=True, text=True, check=True, cwd="/")
    assert done.stdout == "True\n"
    assert not (tmp_path / "ran").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the variables of a process")
def test_the_worker_gets_no_secret_of_its_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OS_PASSWORD", "hush-hush")
    sandbox = Sandbox()
    assert sandbox.match("a", "a") and sandbox._process is not None
    variables = Path(f"/proc/{sandbox._process.pid}/environ").read_bytes()
    sandbox.close()
    assert b"PATH=" in variables and b"hush-hush" not in variables


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module that renders, in this process, with a limit of 1,000 characters."""
    pytest.importorskip("jinja2")
    from hotlint.language.sandbox import jinja_rendering

    monkeypatch.setattr(jinja_rendering, "LONGEST", 1_000)
    return jinja_rendering


def test_a_rendering_ends_as_soon_as_it_is_too_long(short: Any) -> None:
    with pytest.raises(MemoryError):
        short.render(*rendering("{% for n in range(1000) %}{{ 'x' * 100 }}{% endfor %}")[1:])


def test_a_file_that_is_too_long_is_not_included(short: Any, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a").write_text("x" * 1_001)
    (tmp_path / "in/b").write_text("x" * 500)
    (tmp_path / "c").write_text("x")
    found = [
        short.render(*rendering(f"{{% include '{n}' %}}", str(tmp_path / "in"))[1:])[:2] for n in ("a", "b", "../c")
    ]
    assert [reply[0] for reply in found] == ["failed", "value", "failed"]


def test_only_files_of_the_folder_are_included(short: Any, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out").write_text("secret")
    os.symlink(tmp_path / "out", tmp_path / "in/link")
    request = rendering("{% include 'link' %}", str(tmp_path / "in"), str(tmp_path / "in"))
    assert short.render(*request[1:])[0] == "failed"


@pytest.mark.parametrize(
    "text", ["{{ ''.__class__.__mro__ }}", "{{ self.__init__.__globals__ }}", "{% set _ = [].append(1) %}"]
)
def test_expressions_reach_no_code(short: Any, text: str) -> None:
    assert short.render(*rendering(text)[1:])[:2] in (("failed", "error"), ("failed", "undefined"))
