"""Work shared among processes: everything once, in order, whatever happens to a process and however it starts."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

import pytest
from for_each import for_each

from hotlint.operations.batch import executors, workers
from hotlint.operations.batch.executors import local_executor
from hotlint.operations.batch.workers import _batches, results_of_workers
from hotlint.operations.check import CheckRequest, Runner

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(params=["fork", "spawn"])
def start(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Start processes in one of the ways, whatever threads the test runner has."""
    if request.param == "fork" and sys.platform != "linux":
        pytest.skip("processes are not forked here")
    monkeypatch.setattr(executors, "start_method", lambda: request.param)
    return str(request.param)


def square(item: int) -> int:
    return item * item


def negative_unless_it_dies(here: int, item: int) -> int:
    if item == 5 and os.getpid() != here:
        os._exit(9)
    return -item


def negative_unless_it_raises(item: int) -> int:
    if item == 5:
        raise LookupError(item)
    return -item


def process_of(_: int) -> int:
    return os.getpid()


pytestmark = pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning")


@pytest.mark.parametrize(("count", "jobs"), [(1, 1), (2, 5), (300, 2)])
def test_each_item_is_done_once(start: str, count: int, jobs: int) -> None:
    assert sorted(results_of_workers(square, range(count), jobs, start)) == [(n, n * n) for n in range(count)]


def test_what_a_dead_process_had_is_done_again(start: str) -> None:
    found = results_of_workers(partial(negative_unless_it_dies, os.getpid()), range(40), 2, start)
    assert sorted(found) == [(n, -n) for n in range(40)]


def test_what_the_work_raises_is_raised_here(start: str) -> None:
    found: list[tuple[int, int]] = []
    with pytest.raises(LookupError) as raised:
        found.extend(results_of_workers(negative_unless_it_raises, range(40), 2, start))
    assert raised.value.args == (5,)


@for_each("count", [0, 1, 160, 100_000])
def test_batches_hold_each_item_once(count: int) -> None:
    batches = list(_batches(count, 2))
    assert sum(map(len, batches)) == count
    assert [b.start for b in batches[1:]] == [b.stop for b in batches[:-1]]
    sizes = [len(batch) for batch in batches]
    assert sizes == sorted(sizes, reverse=True) and sizes[:1] == [min(128, max(1, count // 6))] * (count > 0)


def test_a_process_begins_where_its_parent_is_and_ends_at_an_interrupt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path.cwd())
    before = signal.getsignal(signal.SIGINT)
    try:
        workers._prepare(str(tmp_path), negative_unless_it_raises)
        state = Path.cwd(), signal.getsignal(signal.SIGINT), gc.isenabled()
        results = workers._results(3, range(3, 9))
    finally:
        gc.enable()
        signal.signal(signal.SIGINT, before)
    assert state == (tmp_path, signal.SIG_DFL, False)
    assert results == [(3, -3), (4, -4)], "up to the one that raises an exception"


def test_work_that_is_left_when_processes_cannot_start_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each batch that was begun before is done there, and none is asked for afterwards."""
    asked: list[tuple[int, list[int]]] = []
    ended: list[bool] = []

    class Pool:
        """Processes of which the first one ends well, and the second one dies."""

        def __init__(self, jobs: int, context: object, prepare: object, given: tuple[str, object]) -> None:
            assert (jobs, given) == (2, (os.getcwd(), square))

        def submit(self, work: object, first: int, items: list[int]) -> Future[list[tuple[int, int]]]:
            asked.append((first, items))
            future = Future[list[tuple[int, int]]]()
            if len(asked) == 1:
                future.set_result([(first + n, -item) for n, item in enumerate(items)])
            elif len(asked) == 2:
                future.set_exception(BrokenProcessPool())
            else:
                raise BrokenProcessPool
            return future

        def shutdown(self, *, cancel_futures: bool) -> None:
            ended.append(cancel_futures)

    monkeypatch.setattr(workers, "ProcessPoolExecutor", Pool)
    items = list(range(10, 30))
    found = sorted(results_of_workers(square, items, 2, "spawn"))
    assert asked == [(0, items[:3]), (3, items[3:5]), (5, items[5:7])]
    assert found == [(n, -item if n < 3 else item * item) for n, item in enumerate(items)]
    assert ended == [True]


def test_executors_do_the_same() -> None:
    counted: list[int] = []
    for jobs in (1, 2):
        outcomes = list(local_executor(jobs).map(square, iter(range(50)), counted.append))
        assert sorted(outcomes) == [(n, n * n, "") for n in range(50)]
    assert counted == [*range(1, 51)] * 2


def test_one_item_starts_no_process() -> None:
    assert [o.result for o in local_executor(4).map(process_of, [0], lambda _: None)] == [os.getpid()]


def test_processes_check_files_as_one_does(start: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def reports(jobs: int, *, cache: bool) -> list[object]:
        reports = Runner(CheckRequest(jobs=jobs, use_cache=cache)).run(["examples"], None, "stdin")
        return [report._replace(evaluation=0) for report in reports]  # seconds differ

    alone = reports(1, cache=False)
    assert alone
    if start == "fork":  # processes that are started anew do the same with and without a cache
        assert reports(2, cache=False) == alone
    assert reports(2, cache=True) == reports(1, cache=True) == alone


def test_one_process_imports_nothing_of_several() -> None:
    code = (
        "import sys; from hotlint.cli.main import main; main(['check', 'examples/web.yaml', '--no-cache']); "
        "print(*(m for m in sys.modules if m.startswith(('concurrent', 'multiprocessing'))), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=EXAMPLES.parent, capture_output=True, text=True, check=False
    )
    assert done.stderr.strip() == ""
