"""Where work is done: how many processes there are, how they start, and how far the work is."""

from __future__ import annotations

import io
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from for_each import for_each

from hotlint.cli.progress import Progress
from hotlint.common.printable import PrintableStream
from hotlint.operations import check as runner
from hotlint.operations.batch import executors, workers
from hotlint.operations.batch.executors import InProcess, Outcome, Processes, local_executor, start_method
from hotlint.operations.check import CheckRequest, Runner
from hotlint.operations.discovery import Candidate


@for_each(
    ("jobs", "processors", "has_processes", "expected"),
    [(1, 8, True, 1), (3, 8, True, 3), (0, 8, True, 8), (0, 1, True, 1), (0, None, True, 1), (4, 8, False, 1)],
)
def test_work_is_done_in_as_many_processes(
    jobs: int, processors: int | None, has_processes: bool, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    monkeypatch.setattr(executors, "HAS_PROCESSES", has_processes)
    executor = local_executor(jobs)
    assert (executor.jobs, type(executor)) == (expected, Processes if expected > 1 else InProcess)


@for_each(
    ("platform", "threads", "expected"),
    [("linux", 1, "fork"), ("linux", 2, "spawn"), ("darwin", 1, "spawn"), ("win32", 1, "spawn")],
)
def test_a_process_is_copied_only_where_it_has_one_thread(
    platform: str, threads: int, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(threading, "active_count", lambda: threads)
    assert start_method() == expected


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """Return a list that gets the number of processes and their start instead of processes: the work is done here."""
    found: list[tuple[int, str]] = []

    def results(work: Callable[[Any], Any], items: list[Any], jobs: int, start: str) -> Iterator[tuple[int, Any]]:
        found.append((jobs, start))
        return iter([(number, work(item)) for number, item in reversed(list(enumerate(items)))])

    monkeypatch.setattr(workers, "results_of_workers", results)
    monkeypatch.setattr(executors, "start_method", lambda: "spawn")
    return found


@pytest.mark.parametrize(("count", "jobs"), [(0, None), (1, None), (2, 2), (3, 3), (9, 4)])
def test_no_more_processes_are_started_than_there_are_items(
    count: int, jobs: int | None, started: list[tuple[int, str]]
) -> None:
    done: list[int] = []
    outcomes = list(Processes(4).map(str, range(count), done.append))
    assert sorted(outcomes) == [Outcome(n, str(n)) for n in range(count)]
    assert done == [*range(1, count + 1)]
    assert started == ([] if jobs is None else [(jobs, "spawn")])
    assert sorted(Processes(4).map(str, range(count))) == sorted(outcomes)
    assert list(InProcess().map(str, range(count))) == [Outcome(n, str(n), "") for n in range(count)]


@for_each(
    ("count", "start", "jobs", "expected"),
    [
        (59, "fork", 0, 1), (60, "fork", 0, 8), (299, "spawn", 0, 1), (300, "spawn", 0, 8), (60, "spawn", 0, 1),
        (2, "fork", 3, 3), (400, "fork", 1, 1), (0, "fork", 3, 3), (1, "fork", 3, 3), (0, "fork", 0, 1),
    ],
)  # fmt: skip
def test_the_number_of_files_chooses_the_processes(
    count: int, start: str, jobs: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    monkeypatch.setattr(runner, "start_method", lambda: start)
    files = [Candidate(f"{n}.yaml", True) for n in range(count)]
    assert Runner(CheckRequest(jobs=jobs, use_config=False))._executor(files).jobs == expected


class Terminal(io.StringIO):
    """A terminal that counts how often it was told to show what was written."""

    flushed = 0

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        self.flushed += 1


def test_the_bar_is_shown_at_once_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, now = Terminal(), [10.0]
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with Progress(quiet=False) as progress:
        for at in (12.0, 12.125, 12.1875, 12.25):
            now[0] = at
            progress(1, 2)
            assert terminal.flushed == (0 if at == 12.0 else 1 if at < 12.25 else 2)
    assert terminal.flushed == 3
    shown = f"\r[{'#' * 15}{'.' * 15}] 1 of 2 files"
    assert terminal.getvalue() == f"{shown}{shown}\r\x1b[K"
    with Progress(quiet=False):
        pass
    assert terminal.flushed == 3, "there was no bar"


def test_the_bar_moves_the_cursor_of_a_stream_that_escapes_text(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, now = Terminal(), [10.0]
    monkeypatch.setattr(sys, "stderr", PrintableStream(terminal))
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with Progress(quiet=False) as progress:
        now[0] = 13.0
        progress(2, 2)
    assert terminal.getvalue() == f"\r[{'#' * 30}] 2 of 2 files\r\x1b[K"
