"""Work on a cluster of Dask's distributed scheduler. Nothing else imports it, and only runs that name a cluster do."""

from __future__ import annotations

import logging
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any
from uuid import uuid4

import dask.config
from distributed import Client, Future, KilledWorker, LocalCluster, as_completed, get_worker

from hotlint.cli.batch.executors import Outcome
from hotlint.cli.errors import UsageError

ATTEMPTS = 3
"""How often a task is tried that fails. A task whose workers die is tried as often as the scheduler's `allowed-failures` says."""
_AHEAD = 3
"""Tasks for each processor of the cluster that are under way: those that run, and those that are next."""
_SECONDS = 30
_QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.system-monitor.disk": False,
}
"""What workers of this machine leave undone: nobody looks at a profile that is taken a hundred times a second."""
_LOCAL = re.compile(r"local(?::([1-9][0-9]*))?")


class DaskExecutor:
    """Does work on the workers of a cluster. `jobs` is how many processors they have at the moment."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @property
    def jobs(self) -> int:
        """How many tasks run at a time."""
        return sum(self._client.nthreads().values()) or 1

    def map(self, work: Callable[[Any], Any], items: Iterable[Any], done: Callable[[int], None]) -> Iterator[Outcome]:
        """Yield the outcomes as they come. Only a few items for each worker are under way, and no result is kept."""
        waiting = iter(items)
        items_of: dict[str, Any] = {}
        completed = as_completed(loop=self._client.loop)
        run, count, window = uuid4().hex[:8], 0, self.jobs * _AHEAD

        def fill() -> None:
            nonlocal count
            for item in islice(waiting, max(0, window - len(items_of))):
                count += 1
                name = f"hotlint-{getattr(work, 'func', work).__name__}-{run}-{count}"
                items_of[name] = item
                completed.add(self._client.submit(work, item, key=name, pure=False, retries=ATTEMPTS - 1))

        fill()
        finished = 0
        while items_of:
            future = next(completed)
            outcome = _outcome(items_of.pop(future.key), future)
            future.release()
            finished += 1
            if finished % 64 == 0:
                window = self.jobs * _AHEAD  # workers come and go
            fill()
            yield outcome
            done(finished)


def _outcome(item: Any, future: Future) -> Outcome:
    """Return what became of an item. Raises UsageError when the workers cannot do such work at all, or are out of reach."""
    if future.status == "finished":
        return Outcome(item, future.result())
    if future.status in ("cancelled", "lost"):
        raise UsageError("the connection to the scheduler was lost, and with it what was under way")
    failed = future.exception()
    if isinstance(failed, KilledWorker):
        return Outcome(item, None, f"{failed.allowed_failures + 1} workers died of it")
    if isinstance(failed, ModuleNotFoundError) and (failed.name or "").startswith("hotlint"):
        raise UsageError("a worker does not have hotlint: install the same version of it on all workers")
    return Outcome(item, None, f"it failed {ATTEMPTS} times, at last with {type(failed).__name__}: {failed}")


@contextmanager
def cluster(address: str) -> Iterator[tuple[DaskExecutor, str]]:
    """Connect to a cluster, or start one on this machine. Yields its executor, and the folder for files of its workers.

    The folder is "" where workers have one of their own. Raises UsageError for an address of another kind, and for a scheduler
    that cannot be reached.
    """
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what happens to workers is reported here
    local = _LOCAL.fullmatch(address)
    if local is not None:
        with tempfile.TemporaryDirectory(prefix="hotlint-cluster-") as folder, _local(local[1], folder) as client:
            yield DaskExecutor(client), folder
        return
    with _connected(address) as client:
        if not client.nthreads():
            print(
                f"hotlint: the scheduler '{address}' has no workers yet; the run begins with the first", file=sys.stderr
            )
        yield DaskExecutor(client), ""


def worker_folder() -> str | None:
    """Return the folder of the worker of Dask that this code runs on; None elsewhere."""
    try:
        return str(get_worker().local_directory)
    except ValueError:
        return None


@contextmanager
def _local(workers: str | None, folder: str) -> Iterator[Client]:
    count = int(workers) if workers else os.cpu_count() or 1
    with (
        dask.config.set(_QUIET),
        LocalCluster(
            n_workers=count, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", local_directory=folder,
            silence_logs=logging.CRITICAL,
        ) as started,
        Client(started) as client,
    ):  # fmt: skip
        yield client


def _connected(address: str) -> Client:
    if os.path.isfile(address):
        given: dict[str, Any] = {"scheduler_file": address}
    elif re.fullmatch(r"[a-z]+://\S+|(?!local:)[\w.-]+:[0-9]+", address):
        given = {"address": address}
    else:
        raise UsageError(
            f"--cluster takes an address such as tcp://HOST:8786, the file of a scheduler, or local:N, not '{address}'"
        )
    try:
        return Client(**given, timeout=_SECONDS)
    except (OSError, ValueError, TimeoutError) as exc:
        why = str(exc) or type(exc).__name__
        raise UsageError(f"scheduler '{address}' cannot be reached ('dask scheduler' starts one): {why}") from None
