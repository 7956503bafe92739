"""How a command begins and ends in its process: exit codes, streams that fail, the collection of garbage."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import hotlint
from hotlint.cli import main as process
from hotlint.cli.commands import rules


class EndedError(Exception):
    """Stands for the end of the process; the code is its argument."""


class Stream(io.StringIO):
    """A stream whose `flush` fails, where it is told to, and which has another stream of its own."""

    def __init__(self, failure: Exception | None = None) -> None:
        super().__init__()
        self.failure = failure
        self.own = io.StringIO()

    def flush(self) -> None:
        if self.failure is not None:
            raise self.failure


FULL = OSError(28, "No space left on device")


@pytest.fixture
def discarded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that has an item for each time that the rest of the output is discarded, which it is not."""
    found: list[int] = []
    monkeypatch.setattr(process, "discard_output", lambda: found.append(1))
    return found


def running(monkeypatch: pytest.MonkeyPatch, run: Callable[[], int]) -> Callable[[], int]:
    """Return a call of `hotlint rules` that does something else."""
    monkeypatch.setattr(rules, "run", lambda _: run())
    return lambda: process.main(["rules"])


def raising(failure: BaseException) -> Callable[[], int]:
    def run() -> int:
        raise failure

    return run


@pytest.mark.parametrize("enabled", [True, False])
def test_no_garbage_is_collected_during_a_command(monkeypatch: pytest.MonkeyPatch, enabled: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        assert running(monkeypatch, lambda: 40 + gc.isenabled())() == 40
        assert gc.isenabled() is enabled
        running(monkeypatch, raising(KeyboardInterrupt()))()
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if before else gc.disable)()


@pytest.mark.parametrize(
    ("failure", "code", "said", "ends"),
    [
        (KeyboardInterrupt(), 130, "", []),
        (BrokenPipeError(32, "Broken pipe"), 1, "", [1]),
        (FULL, 2, "hotlint: cannot write the output: No space left on device\n", [1]),
    ],
)
def test_what_ends_a_command(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    discarded: list[int],
    failure: BaseException,
    code: int,
    said: str,
    ends: list[int],
) -> None:
    assert running(monkeypatch, raising(failure))() == code
    assert capsys.readouterr() == ("", said)
    assert discarded == ends


def test_an_error_about_a_file_is_not_taken_for_one_of_the_output(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileNotFoundError):
        running(monkeypatch, raising(FileNotFoundError(2, "No such file or directory", "gone")))()


def test_without_arguments_those_of_the_process_are_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["hotlint", "--version"])
    assert process.main() == 0
    assert capsys.readouterr().out == f"hotlint {hotlint.__version__}\n"


def test_output_that_is_discarded_goes_to_the_null_device(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[object, ...]] = []

    def opened(*given: object) -> int:
        calls.append(given)
        return 77

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", opened)
        patch.setattr(os, "dup2", lambda *given: calls.append(given))
        process.discard_output()
    assert calls == [(os.devnull, os.O_WRONLY), (77, 1)]


@pytest.mark.parametrize(
    ("code", "out", "err", "wanted"),
    [
        (0, None, None, 0),
        (2, None, None, 2),
        (0, BrokenPipeError(), None, 1),
        (130, BrokenPipeError(), None, 130),
        (1, FULL, None, 2),
        (0, None, FULL, 1),
        (2, None, FULL, 2),
    ],
)
@pytest.mark.parametrize("started_others", [True, False])
def test_the_exit_code_of_a_process(
    monkeypatch: pytest.MonkeyPatch,
    discarded: list[int],
    code: int,
    out: Exception | None,
    err: Exception | None,
    wanted: int,
    started_others: bool,
) -> None:
    prepared: list[bool] = []

    def end(code: int) -> None:
        raise EndedError(code)

    monkeypatch.setattr(process, "prepare", lambda: prepared.append(True))
    monkeypatch.setattr(process, "main", lambda: code)
    monkeypatch.setattr(os, "_exit", end)
    monkeypatch.setattr(sys, "stdout", Stream(out))
    monkeypatch.setattr(sys, "stderr", stderr := Stream(err))
    monkeypatch.delitem(sys.modules, "multiprocessing.resource_tracker", raising=False)
    if started_others:
        monkeypatch.setitem(sys.modules, "multiprocessing.resource_tracker", sys)
    with pytest.raises(SystemExit if started_others else EndedError) as ended:
        process.entry()
    assert ended.value.args == (wanted,)
    assert prepared == [True]
    is_full = out is FULL
    assert stderr.getvalue() == ("hotlint: cannot write the output: No space left on device\n" if is_full else "")
    assert discarded == ([1] if is_full else [])


class Terminal(io.TextIOWrapper):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Any, Any], tuple[Any, Any]]]:
    """Return what prepares a standard output and a standard error, and returns them."""
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    with monkeypatch.context() as patch:

        def prepared(out: Any, err: Any) -> tuple[Any, Any]:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            process.prepare()
            return sys.stdout, sys.stderr

        yield prepared


def facts(stream: Any) -> tuple[str, str]:
    return stream.encoding, stream.errors


def test_output_of_a_process_is_utf_8_in_every_locale(streams: Any) -> None:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding) for encoding in ("ascii", "latin-1"))
    assert [facts(s) for s in streams(out, err)] == [("utf-8", "backslashreplace")] * 2
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding) for encoding in ("UTF_8", "UTF-8"))
    assert [facts(s) for s in streams(out, err)] == [("UTF_8", "backslashreplace"), ("UTF-8", "backslashreplace")]


def test_the_encoding_of_a_terminal_stays(streams: Any) -> None:
    out, err = Terminal(io.BytesIO(), "ascii"), io.TextIOWrapper(io.BytesIO(), "ascii")
    assert [facts(s) for s in streams(out, err)] == [("ascii", "backslashreplace"), ("utf-8", "backslashreplace")]


def test_the_encoding_that_the_user_chose_stays(streams: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    out, err = (io.TextIOWrapper(io.BytesIO(), "latin-1") for _ in range(2))
    assert [facts(s) for s in streams(out, err)] == [("latin-1", "backslashreplace")] * 2


def test_streams_of_another_program_stay_as_they_are(streams: Any) -> None:
    out, err = io.StringIO(), io.StringIO()
    assert streams(out, err) == (out, err)


def test_streams_that_are_closed_lead_to_the_null_device(streams: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[str, int]] = []
    is_open, opens = os.fstat, os.open

    def fstat(descriptor: int) -> Any:
        if descriptor in range(4):
            raise OSError(9, "Bad file descriptor")
        return is_open(descriptor)

    def open_(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if path == os.devnull:
            opened.append((path, flags))
            return -1
        return opens(path, flags, *more, **named)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fstat", fstat)
        patch.setattr(os, "open", open_)
        streams(io.StringIO(), io.StringIO())
    assert opened == [(os.devnull, os.O_RDWR)] * 3
    out, err = streams(None, None)
    assert (out.fileno(), err.fileno()) == (1, 2)
    assert [facts(s) for s in (out, err)] == [("utf-8", "backslashreplace")] * 2
    assert out.writable() and err.writable()
    out.close()
    err.close()
    assert os.fstat(1) and os.fstat(2), "the descriptors are still open"
