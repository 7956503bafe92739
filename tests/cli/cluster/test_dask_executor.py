"""Work on a cluster of Dask, with stand-ins for its scheduler: what is asked of it, and what becomes of its answers."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("distributed")

import dask.config
import dask.utils
from cluster_trees import here
from distributed import KilledWorker

from hotlint.cli.cluster import check_run, dask_executor, scratch
from hotlint.cli.cluster.dask_executor import DaskExecutor
from hotlint.operations.batch.executors import Outcome
from hotlint.operations.check import CheckRequest
from hotlint.operations.errors import OperationError

__all__ = ["here"]


class Scheduler:
    """Stands in for a client of Dask. `ends` says how a task ends that does not simply return."""

    loop = "the loop of the client"

    def __init__(self, *threads: int) -> None:
        self.workers = {f"tls://w:{number}": count for number, count in enumerate(threads)}
        self.submitted: list[dict[str, Any]] = []
        self.released: list[str] = []
        self.ends: dict[Any, tuple[str, BaseException | None]] = {}

    def __enter__(self) -> Scheduler:
        return self

    def __exit__(self, *_: object) -> None:
        self.closed = True

    def nthreads(self) -> dict[str, int]:
        return self.workers

    def submit(self, work: Any, item: Any, **options: Any) -> Any:
        self.submitted.append({"item": item, **options})
        key, (status, failure) = options["key"], self.ends.get(item, ("finished", None))
        return SimpleNamespace(
            key=key, status=status, result=lambda: work(item), exception=lambda: failure,
            release=lambda: self.released.append(key),
        )  # fmt: skip


class Completed:
    """Stands in for `as_completed`: futures end in the order in which they were submitted."""

    def __init__(self, *, loop: str) -> None:
        assert loop == Scheduler.loop
        self._futures: list[Any] = []

    def add(self, future: Any) -> None:
        self._futures.append(future)

    def __next__(self) -> Any:
        return self._futures.pop(0)


@pytest.fixture(autouse=True)
def _completed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_executor, "as_completed", Completed)


def doubled(number: int) -> int:
    return 2 * number


def outcomes(scheduler: Scheduler, *items: Any, work: Any = doubled) -> list[Outcome]:
    return list(DaskExecutor(scheduler).map(work, items, lambda done: None))


def test_each_item_is_a_task_that_is_tried_three_times() -> None:
    scheduler, counted = Scheduler(1, 2), list[int]()
    found = list(DaskExecutor(scheduler).map(doubled, [3, 4, 5], counted.append))
    assert found == [Outcome(3, 6), Outcome(4, 8), Outcome(5, 10)]
    assert counted == [1, 2, 3]
    keys = [task.pop("key") for task in scheduler.submitted]
    assert scheduler.submitted == [{"item": item, "pure": False, "retries": 2} for item in (3, 4, 5)]
    run = keys[0].split("-")[2]
    assert len(run) == 8 and keys == [f"hotlint-doubled-{run}-{number}" for number in (1, 2, 3)] == scheduler.released
    outcomes(scheduler, 3, work=partial(doubled))
    assert (key := scheduler.submitted[-1]["key"]).startswith("hotlint-doubled-") and key not in keys


def test_three_tasks_a_processor_are_under_way_and_workers_are_counted_now_and_then() -> None:
    scheduler, taken = Scheduler(1, 1), list[int]()
    items = (taken.append(number) or number for number in range(200))  # type: ignore[func-returns-value]
    under_way = []
    for count, _ in enumerate(DaskExecutor(scheduler).map(doubled, items, lambda done: None), 1):
        scheduler.workers = {"tls://w:1": 5}
        under_way.append(len(taken) - count)
    assert under_way[:63] == [6] * 63
    assert under_way[63:185] == [15] * 122
    assert under_way[-15:] == list(range(14, -1, -1)) and len(scheduler.released) == 200


def test_a_cluster_without_workers_is_given_work_for_one() -> None:
    assert DaskExecutor(Scheduler()).jobs == 1
    assert DaskExecutor(Scheduler(1, 2)).jobs == 3
    assert outcomes(Scheduler()) == []


@pytest.mark.parametrize(
    ("failure", "why"),
    [
        (KilledWorker("key", None, 3), "4 workers died of it"),
        (KilledWorker("key", None, 0), "1 worker died of it"),
        (ValueError("no"), "it failed 3 times, at last with ValueError: no"),
        (ModuleNotFoundError("no acme", name="acme"), "it failed 3 times, at last with ModuleNotFoundError: no acme"),
        (ModuleNotFoundError("nothing"), "it failed 3 times, at last with ModuleNotFoundError: nothing"),
        (ImportError("no", name="hotlint"), "it failed 3 times, at last with ImportError: no"),
    ],
)
def test_a_task_that_fails_is_one_outcome_and_others_go_on(failure: BaseException, why: str) -> None:
    scheduler = Scheduler(1)
    scheduler.ends[2] = "error", failure
    assert outcomes(scheduler, 1, 2, 3) == [Outcome(1, 2), Outcome(2, None, why), Outcome(3, 6)]


@pytest.mark.parametrize(
    ("end", "message"),
    [
        (("cancelled", None), "the connection to the scheduler was lost, and with it what was under way"),
        (("lost", None), "the connection to the scheduler was lost, and with it what was under way"),
        (
            ("error", ModuleNotFoundError(name="hotlint.cli")),
            "a worker does not have hotlint: install the same version of it on all workers",
        ),
    ],
)
def test_workers_that_can_do_nothing_end_the_run(end: tuple[str, BaseException | None], message: str) -> None:
    scheduler = Scheduler(1)
    scheduler.ends[2] = end
    with pytest.raises(OperationError) as raised:
        outcomes(scheduler, 1, 2)
    assert str(raised.value) == message


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What clients are made with; each is one of a scheduler without workers."""
    made: list[dict[str, Any]] = []

    def client(**options: Any) -> Scheduler:
        made.append(options)
        return Scheduler()

    monkeypatch.setattr(dask_executor, "Client", client)
    return made


@pytest.mark.parametrize(
    ("address", "insecure"),
    [
        ("tls://h:1", False),
        ("wss://h:1", False),
        ("tcp://h:1", True),
        ("h:1", True),
        ("my-h.example:8786", True),
        ("local.example:1", True),
    ],
)
def test_a_scheduler_is_reached_by_its_address(
    asked: list[dict[str, Any]], capsys: pytest.CaptureFixture[str], address: str, insecure: bool
) -> None:
    logging.getLogger("distributed").setLevel(logging.WARNING)
    with dask_executor.cluster(address, insecure=insecure) as (executor, scratch):
        assert (executor.jobs, scratch) == (1, "")
    assert asked == [{"address": address, "timeout": 30}]
    said = f"hotlint: the scheduler '{address}' has no workers yet; the run begins with the first\n"
    assert capsys.readouterr() == ("", said)
    assert logging.getLogger("distributed").level == logging.CRITICAL


def test_a_scheduler_with_workers_is_not_talked_about(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dask_executor, "Client", lambda **options: Scheduler(2))
    with dask_executor.cluster("tls://h:1") as (executor, _):
        assert executor.jobs == 2
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    "address", ["local:1x", "local:0", "h", "h:x", "a b:1", "tls://", "tls://a b", "TLS://h:1", ""]
)
def test_what_is_no_address_is_refused(asked: list[dict[str, Any]], address: str) -> None:
    with pytest.raises(OperationError) as raised, dask_executor.cluster(address, insecure=True):
        pass
    expected = "--cluster takes an address such as tls://HOST:8786, the file of a scheduler, or local:N, not "
    assert (str(raised.value), asked) == (f"{expected}'{address}'", [])


def test_a_scheduler_is_reached_by_its_file(here: Path, asked: list[dict[str, Any]]) -> None:
    (here / "secure.json").write_text('{"address": "tls://h:1"}')
    (here / "plain.json").write_text('{"address": "tcp://h:1"}')
    for name, insecure in (("secure.json", False), ("plain.json", True)):
        with dask_executor.cluster(name, insecure=insecure):
            pass
    assert asked == [{"scheduler_file": name, "timeout": 30} for name in ("secure.json", "plain.json")]


@pytest.mark.parametrize("name", ["plain.json", "tcp://h:1", "ws://h:1", "h:1"])
def test_a_scheduler_without_tls_is_refused(here: Path, asked: list[dict[str, Any]], name: str) -> None:
    (here / "plain.json").write_text('{"address": "tcp://h:1"}')
    with pytest.raises(OperationError) as raised, dask_executor.cluster(name):
        pass
    assert asked == []
    assert str(raised.value) == (
        f"scheduler '{name}' does not use TLS: whoever can connect to it can run code on its workers, and read the values of -P;"
        " set up tls:// (docs/cluster.md), or say --cluster-insecure in a network that only you can reach"
    )


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"{}", "'address'"),
        (b"[1]", "list indices must be integers or slices, not str"),
        (b"tls://h:1", "Expecting value: line 1 column 1 (char 0)"),
        (b"\xff\xfe\xff", None),
        (b"[" * 100_000, None),
    ],
)
def test_a_file_of_something_else_is_named(here: Path, content: bytes, why: str | None) -> None:
    (here / "s.json").write_bytes(content)
    with (
        pytest.raises(OperationError, match="'s.json' is not the file of a scheduler: .") as raised,
        dask_executor.cluster("s.json"),
    ):
        pass
    assert why is None or str(raised.value) == f"'s.json' is not the file of a scheduler: {why}"


@pytest.mark.parametrize(
    ("failure", "why"),
    [
        (OSError("no route"), "no route"),
        (TimeoutError(), "TimeoutError"),
        (ValueError("unknown protocol"), "unknown protocol"),
        (TypeError("no ssl"), "no ssl"),
        (RuntimeError("tls expected"), "tls expected"),
    ],
)
def test_a_scheduler_that_cannot_be_reached_is_named(
    monkeypatch: pytest.MonkeyPatch, failure: Exception, why: str
) -> None:
    def refuse(**options: Any) -> None:
        raise failure

    monkeypatch.setattr(dask_executor, "Client", refuse)
    with pytest.raises(OperationError) as raised, dask_executor.cluster("tls://h:1"):
        pass
    assert str(raised.value) == f"scheduler 'tls://h:1' cannot be reached ('dask scheduler' starts one): {why}"


@pytest.mark.parametrize(("address", "processors", "workers"), [("local:3", 8, 3), ("local", 8, 8), ("local", None, 1)])
def test_workers_of_this_machine_are_for_this_run_only(
    here: Path, monkeypatch: pytest.MonkeyPatch, address: str, processors: int | None, workers: int
) -> None:
    given: dict[str, Any] = {}
    before = {name: dask.config.get(name) for name in dask_executor._QUIET}  # all of them exist

    @contextmanager
    def started(**options: Any) -> Iterator[str]:
        given.update(options)
        for name, value in before.items():
            now = dask.config.get(name)
            if name.endswith("interval"):
                assert dask.utils.parse_timedelta(now) > dask.utils.parse_timedelta(value), name
            else:
                assert not now and now != value, name
        yield "the cluster"

    def client(cluster: str) -> Scheduler:
        assert cluster == "the cluster"
        return Scheduler(workers)

    monkeypatch.setattr(dask_executor, "LocalCluster", started)
    monkeypatch.setattr(dask_executor, "Client", client)
    monkeypatch.setattr("hotlint.cli.cluster.dask_executor.Security.temporary", lambda: "keys of this run")
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    with dask_executor.cluster(address) as (executor, scratch):
        assert executor.jobs == workers and os.path.isdir(scratch)
    assert not os.path.exists(scratch)
    assert given == {
        "n_workers": workers, "threads_per_worker": 1, "processes": True, "protocol": "tls://", "security": "keys of this run",
        "local_directory": scratch, "dashboard_address": "127.0.0.1:0", "scheduler_kwargs": {"dashboard": False},
        "silence_logs": logging.CRITICAL,
    }  # fmt: skip


def test_a_missing_package_is_named(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "hotlint.cli.cluster.dask_executor")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OperationError) as raised, check_run.checked(CheckRequest(), ["."], "local:1"):
        pass
    what = "--cluster requires the package 'distributed', which is not installed: pip install 'hotlint[dask]'"
    assert str(raised.value) == what


def test_a_worker_has_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_executor, "get_worker", lambda: SimpleNamespace(local_directory=Path("/scratch/w")))
    assert dask_executor.worker_folder() == "/scratch/w"
    monkeypatch.undo()
    assert dask_executor.worker_folder() is None


def test_only_folders_of_own_runs_that_ended_long_ago_are_removed(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(here))
    now = time.time()
    ages = {"hotlint-run-a": 700, "hotlint-run-b": 700, "hotlint-run-young": 500, "hotlint-other": 700}
    (here / "kept").mkdir()
    (here / "hotlint-run-link").symlink_to("kept")
    (here / "hotlint-run-file").touch()
    os.utime(here / "hotlint-run-file", (0, 0))
    os.utime(here / "kept", (0, 0))
    for name, age in ages.items():
        (here / name).mkdir()
        (here / name / "t.yaml").touch()
        os.utime(here / name, (now - age, now - age))
    own = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: own + 1)
    with scratch.scratch_folder():
        assert ages.keys() <= set(os.listdir(here))
    monkeypatch.setattr(os, "getuid", lambda: own)
    with scratch.scratch_folder() as folder:
        assert os.path.dirname(folder) == str(here) and os.path.basename(folder).startswith("hotlint-run-")
        left = set(os.listdir(here)) - {os.path.basename(folder), ".cache"}
    assert left == {"hotlint-run-young", "hotlint-other", "hotlint-run-link", "hotlint-run-file", "kept"}
    assert not os.path.exists(folder)


def test_without_locks_folders_of_other_runs_stay(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(here))
    monkeypatch.setattr(scratch, "fcntl", None)
    (here / "hotlint-run-killed").mkdir()
    os.utime(here / "hotlint-run-killed", (0, 0))
    with scratch.scratch_folder() as folder:
        assert os.path.isdir(folder)
    assert [path.name for path in here.iterdir() if path.name != ".cache"] == ["hotlint-run-killed"]


def test_a_folder_that_cannot_be_removed_ends_no_run(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(here))

    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(39, "Directory not empty")

    with monkeypatch.context() as patch, scratch.scratch_folder() as folder:
        patch.setattr(os, "rmdir", refuse)
    assert os.path.isdir(folder)
