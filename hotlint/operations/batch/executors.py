"""Where the work of a run is done: in this process, in several, or on a cluster."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator

from hotlint.common.annotations import Any, Protocol
from hotlint.common.platforms import HAS_PROCESSES
from hotlint.common.records import NamedTuple


class Outcome(NamedTuple):
    """What became of an item: its result, or why there is none, as a clause that says what happened ("" with a result)."""

    item: Any
    result: Any
    failure: str = ""


class Executor(Protocol):
    """Does the same work for many items. `jobs` is how many it does at a time."""

    @property
    def jobs(self) -> int: ...

    def map(self, work: Callable[[Any], Any], items: Iterable[Any], done: Callable[[int], None]) -> Iterator[Outcome]:
        """Yield the outcome for each item, in any order. `done` is called with how many there are so far.

        Items are taken from the iterator only as there is room for them, and outcomes are not kept.
        """
        ...


def no_progress(done: int) -> None:
    """Show nothing."""


class InProcess:
    """Does all work in this process, one item after the other."""

    jobs = 1

    def map(
        self, work: Callable[[Any], Any], items: Iterable[Any], done: Callable[[int], None] = no_progress
    ) -> Iterator[Outcome]:
        """Yield the outcomes, in order. What the work raises is raised."""
        for number, item in enumerate(items, 1):
            yield Outcome(item, work(item))
            done(number)


class Processes:
    """Shares work among processes of this machine (see `hotlint.operations.batch.workers`).

    What the work raises is raised here.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def map(
        self, work: Callable[[Any], Any], items: Iterable[Any], done: Callable[[int], None] = no_progress
    ) -> Iterator[Outcome]:
        """Yield the outcomes. All items are taken at once: a process is given its share of them."""
        from hotlint.operations.batch.workers import results_of_workers

        listed = list(items)
        if len(listed) < 2:
            yield from InProcess().map(work, listed, done)
            return
        for count, (number, result) in enumerate(
            results_of_workers(work, listed, min(self.jobs, len(listed)), start_method()), 1
        ):
            yield Outcome(listed[number], result)
            done(count)


def start_method() -> str:
    """Return how the processes of a run start: as copies of this one ("fork") where that is safe, else anew ("spawn").

    A copy of a process with several threads may wait forever for a lock of another thread. Libraries of macOS start threads.
    """
    import threading

    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def local_executor(jobs: int) -> Executor:
    """Return what does work on this machine, in as many processes (0: as many as there are processors)."""
    jobs = (jobs or os.cpu_count() or 1) if HAS_PROCESSES else 1
    return Processes(jobs) if jobs > 1 else InProcess()
