"""Share work among processes. Imported only when a run uses more than one."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from typing import Any

_SHARES = 3
"""A batch is that part of what is left for each process."""
_LARGEST = 128

_work: Callable[[Any], Any]


def results_of_workers(
    work: Callable[[Any], Any], items: Sequence[Any], jobs: int, start: str
) -> Iterator[tuple[int, Any]]:
    """Yield the number of each item with `work(item)`, computed by `jobs` processes, as they come.

    A batch holds neighbors: files of a folder use the same others. An item whose process died, or whose work raised an exception,
    is computed again in this process. `start` is how processes start (see `start_method` of executors); "spawn" pickles `work`.
    """
    left = set(range(len(items)))
    pool = ProcessPoolExecutor(jobs, get_context(start), _prepare, (os.getcwd(), work))
    try:
        for future in as_completed(_submitted(pool, items, jobs)):
            for number, result in _finished(future):
                left.discard(number)
                yield number, result
    finally:
        pool.shutdown(cancel_futures=True)
    yield from ((number, work(items[number])) for number in sorted(left))


def _submitted(pool: ProcessPoolExecutor, items: Sequence[Any], jobs: int) -> set[Future[list[tuple[int, Any]]]]:
    """Submit all batches; those for which processes died before are left out."""
    futures = set()
    for batch in _batches(len(items), jobs):
        try:
            futures.add(pool.submit(_results, batch.start, items[batch.start : batch.stop]))
        except BrokenProcessPool:
            break
    return futures


def _finished(future: Future[list[tuple[int, Any]]]) -> list[tuple[int, Any]]:
    try:
        return future.result()
    except BrokenProcessPool:
        return []


def _prepare(folder: str, work: Callable[[Any], Any]) -> None:
    """Prepare a process: an interrupt from the terminal ends it at once, without a traceback."""
    global _work
    _work = work
    os.chdir(folder)  # a process that is started anew begins where this one began
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.disable()


def _results(first: int, items: Sequence[Any]) -> list[tuple[int, Any]]:
    """Return the results of a batch, by the numbers of its items, up to the first whose work raises an exception."""
    results: list[tuple[int, Any]] = []
    with suppress(Exception):  # raised again by the process that shares the work
        results.extend((number, _work(item)) for number, item in enumerate(items, first))
    return results


def _batches(count: int, jobs: int) -> Iterator[range]:
    """Yield the numbers of items in batches, which become smaller, so that all processes end at about the same time."""
    at = 0
    while at < count:
        size = min(_LARGEST, max(1, (count - at) // (_SHARES * jobs)))
        yield range(at, min(at + size, count))
        at += size
