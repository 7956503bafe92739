"""Other programs: what they print and say, and how they end."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from hotlint.common import processes
from hotlint.common.processes import (
    ProgramError,
    SlowProgramError,
    Surroundings,
    TalkativeProgramError,
    run,
    running,
    worker,
)


def python(code: str) -> list[str]:
    return [sys.executable, "-c", f"import os, sys, time; {code}"]


def test_what_a_program_prints_is_returned(tmp_path: Path) -> None:
    around = Surroundings(str(tmp_path), os.environ | {"SHOWN": "x"})
    assert run(python("print(os.getcwd(), os.environ['SHOWN'], sys.stdin.read() == '')"), around).split() == [
        os.fsencode(os.path.realpath(tmp_path)), b"x", b"True"
    ]  # fmt: skip


def test_a_program_that_fails_says_why() -> None:
    with pytest.raises(ProgramError) as raised:
        run(python("sys.exit(' why\\n')"))
    assert (raised.value.said, raised.value.code) == ("why", 1)
    with pytest.raises(FileNotFoundError):
        run(["/no/such/program"])


def test_a_program_ends_when_it_prints_too_much() -> None:
    assert run(python("print('x' * 9)"), most=10) == b"x" * 9 + os.linesep.encode()
    with pytest.raises(TalkativeProgramError, match="prints more than 10 bytes"):
        run(python("print('x' * 11, flush=True); time.sleep(600)"), most=10)


def test_a_program_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "SECONDS", 0.1)
    with pytest.raises(SlowProgramError, match=r"takes more than 0\.1 seconds"):
        run(python("time.sleep(600)"))


def test_a_program_ends_with_its_block() -> None:
    start = time.monotonic()
    with pytest.raises(KeyError), running(python("time.sleep(600)")) as program:
        raise KeyError
    assert program.returncode and time.monotonic() - start < 300


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits another process")
def test_a_program_has_a_limit_of_memory() -> None:
    with pytest.raises(ProgramError, match="MemoryError"):
        run(python("time.sleep(0.3); bytearray(1 << 30)"), Surroundings(memory=1 << 29))


def test_a_worker_answers() -> None:
    started = worker(python("print(sys.stdin.readline().upper())"))
    assert started is not None and started.communicate(b"said\n")[0].split() == [b"SAID"]
    assert worker(["/no/such/program"]) is None
