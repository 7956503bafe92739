"""The progress bar: on a terminal only, after two seconds, at most ten times a second, and removed at the end."""

from __future__ import annotations

import io
import sys
import time

import pytest

from hotlint.cli.progress import AFTER, Progress, Waiting


class Terminal(io.StringIO):
    """A standard error that is a terminal, or not."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return a clock whose only item is the time."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def written(
    monkeypatch: pytest.MonkeyPatch, clock: list[float], *, is_terminal: bool = True, quiet: bool = False
) -> str:
    terminal = Terminal(is_terminal=is_terminal)
    monkeypatch.setattr(sys, "stderr", terminal)
    with Progress(quiet=quiet) as progress:
        for at, done in ((102.0, 1), (102.01, 2), (102.1, 3), (102.12, 4), (102.3, 10)):
            clock[0] = at
            progress(done, 10)
        clock[0] = 103.0
        progress(0, 0)
    return terminal.getvalue()


def test_the_bar(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    assert written(monkeypatch, clock) == (
        f"\r[{'#' * 6}{'.' * 24}] 2 of 10 files\r[{'#' * 12}{'.' * 18}] 4 of 10 files\r[{'#' * 30}] 10 of 10 files"
        f"\r[{'.' * 30}] 0 of 0 files\r\x1b[K"
    )


@pytest.mark.parametrize(("is_terminal", "quiet"), [(False, False), (True, True)])
def test_no_bar(is_terminal: bool, quiet: bool, monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    assert written(monkeypatch, clock, is_terminal=is_terminal, quiet=quiet) == ""


def test_nothing_is_written_in_the_first_two_seconds(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    terminal = Terminal(is_terminal=True)
    monkeypatch.setattr(sys, "stderr", terminal)
    with Progress(quiet=False) as progress:
        clock[0] += 1.9
        progress(5, 10)
    assert terminal.getvalue() == ""


def test_a_line_removes_the_bar(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    terminal = Terminal(is_terminal=True)
    monkeypatch.setattr(sys, "stderr", terminal)
    with Progress(quiet=False, what="suites") as progress:
        clock[0] += 3
        progress(1, 2)
        progress.clear()
        progress.clear()
    assert terminal.getvalue() == f"\r[{'#' * 15}{'.' * 15}] 1 of 2 suites\r\x1b[K"


@pytest.mark.parametrize("is_terminal", [True, False])
def test_what_is_waited_for(is_terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(is_terminal=is_terminal)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("hotlint.cli.progress.AFTER", 0.1)
    with Waiting(quiet=False, what="reading the stack"):
        deadline = time.monotonic() + 30
        while is_terminal and not terminal.getvalue() and time.monotonic() < deadline:
            time.sleep(0.05)
    assert AFTER == 2
    assert (
        terminal.getvalue().startswith("\rreading the stack (")
        is terminal.getvalue().endswith("\r\x1b[K")
        is is_terminal
    )
