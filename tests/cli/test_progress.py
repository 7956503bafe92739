"""The progress bar: on a terminal only, after a second, at most ten times a second, and removed at the end."""

from __future__ import annotations

import io
import sys
import time

import pytest

from hotlint.cli.progress import Progress


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
        for at, done in ((101.0, 1), (101.01, 2), (101.1, 3), (101.12, 4), (101.3, 10)):
            clock[0] = at
            progress(done, 10)
        clock[0] = 102.0
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


def test_nothing_is_written_in_the_first_second(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    terminal = Terminal(is_terminal=True)
    monkeypatch.setattr(sys, "stderr", terminal)
    with Progress(quiet=False) as progress:
        clock[0] += 0.9
        progress(5, 10)
    assert terminal.getvalue() == ""
