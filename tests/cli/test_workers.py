"""Work shared among processes: everything once, in order, whatever happens to a process."""

from __future__ import annotations

import os

import pytest

from hotlint.cli.batch.executors import local_executor
from hotlint.cli.batch.workers import _batches, map_in_workers

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def no_progress(done: int, total: int) -> None:
    """Show nothing."""


@pytest.mark.parametrize("count", [1, 2, 7, 300])
@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_are_in_order(count: int, jobs: int) -> None:
    assert map_in_workers(lambda n: n * n, range(count), jobs, no_progress) == [n * n for n in range(count)]


def test_what_a_dead_process_had_is_done_again() -> None:
    here = os.getpid()

    def work(item: int) -> int:
        if item == 5 and os.getpid() != here:
            os._exit(9)
        return -item

    assert map_in_workers(work, range(40), 2, no_progress) == [-n for n in range(40)]


@pytest.mark.parametrize("count", [0, 1, 160, 10_000_000])
def test_batches_hold_each_item_once(count: int) -> None:
    batches = _batches(count, 2)
    assert sum(map(len, batches)) == count
    assert [b.start for b in batches[1:]] == [b.stop for b in batches[:-1]]
    assert len(batches) < 4_000  # so that a pipe holds a token of each


def test_executors_do_the_same() -> None:
    counted: list[int] = []
    for jobs in (1, 3):
        outcomes = list(local_executor(jobs).map(lambda n: n * n, iter(range(50)), counted.append))
        assert sorted(outcomes) == [(n, n * n, "") for n in range(50)]
    assert counted == [*range(1, 51)] * 2


def test_one_item_starts_no_process() -> None:
    assert [o.result for o in local_executor(4).map(lambda _: os.getpid(), [0], counted)] == [os.getpid()]


def counted(done: int) -> None:
    """Show nothing."""
