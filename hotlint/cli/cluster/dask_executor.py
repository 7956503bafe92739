"""Work on a cluster of Dask's distributed scheduler. Nothing else imports it, and only runs that name a cluster do."""

from __future__ import annotations

import json
import logging
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any
from uuid import uuid4

import dask.config
from distributed import Client, Future, KilledWorker, LocalCluster, Security, as_completed, get_worker

from hotlint.cli.cluster.scratch import scratch_folder
from hotlint.cli.errors import UsageError
from hotlint.common.counts import counted
from hotlint.common.files import ReadError, read_text
from hotlint.operations.batch.executors import Outcome
from hotlint.operations.errors import missing_extra

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
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}
"""What workers of this machine leave undone: nobody looks at a profile that is taken a hundred times a second, or at a page."""
_SECURE = ("tls://", "wss://")
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
        return Outcome(item, None, f"{counted(failed.allowed_failures + 1, 'worker')} died of it")
    if isinstance(failed, ModuleNotFoundError) and (failed.name or "").startswith("hotlint"):
        raise UsageError("a worker does not have hotlint: install the same version of it on all workers")
    return Outcome(item, None, f"it failed {ATTEMPTS} times, at last with {type(failed).__name__}: {failed}")


@contextmanager
def cluster(address: str, *, insecure: bool = False) -> Iterator[tuple[DaskExecutor, str]]:
    """Connect to a cluster, or start one on this machine. Yields its executor, and the folder for files of its workers.

    The folder is "" where workers have one of their own. Raises UsageError for an address of another kind, for a scheduler that
    cannot be reached, and unless `insecure` for one without TLS: whoever can connect to it runs code on its workers.
    """
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what happens to workers is reported here
    local = _LOCAL.fullmatch(address)
    if local is not None:
        with scratch_folder() as folder, _local(local[1], folder) as client:
            yield DaskExecutor(client), folder
        return
    with _connected(address, insecure=insecure) as client:
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
    """Start workers on this machine. They, and this process, are the only ones that have the keys: other users cannot connect."""
    count = int(workers) if workers else os.cpu_count() or 1
    try:
        security = Security.temporary()
    except ImportError as exc:  # it needs cryptography
        raise missing_extra(ModuleNotFoundError(name="cryptography"), "dask", "--cluster") from exc
    with (
        dask.config.set(_QUIET),
        LocalCluster(
            n_workers=count, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", local_directory=folder,
            silence_logs=logging.CRITICAL, security=security, protocol="tls://",
            scheduler_kwargs={"dashboard": False},  # any user could read it, where bokeh is installed
        ) as started,
        Client(started) as client,
    ):  # fmt: skip
        yield client


def _connected(address: str, *, insecure: bool) -> Client:
    if os.path.isfile(address):
        given: dict[str, Any] = {"scheduler_file": address}
    elif re.fullmatch(r"[a-z]+://\S+|(?!local:)[\w.-]+:[0-9]+", address):
        given = {"address": address}
    else:
        raise UsageError(
            f"--cluster takes an address such as tls://HOST:8786, the file of a scheduler, or local:N, not '{address}'"
        )
    if not insecure and not _scheduler_address(address).startswith(_SECURE):
        raise UsageError(
            f"scheduler '{address}' does not use TLS: whoever can connect to it can run code on its workers, and read the values of"
            " -P; set up tls:// (docs/cluster.md), or say --cluster-insecure in a network that only you can reach"
        )
    try:
        return Client(**given, timeout=_SECONDS)
    except (OSError, ValueError, TimeoutError, TypeError, RuntimeError) as exc:
        why = str(exc) or type(exc).__name__
        raise UsageError(f"scheduler '{address}' cannot be reached ('dask scheduler' starts one): {why}") from None


def _scheduler_address(given: str) -> str:
    """Return the address of a scheduler, also from the file that it has written. Raises UsageError for another file."""
    if not os.path.isfile(given):
        return given
    try:
        return str(json.loads(read_text(given))["address"])
    except (OSError, ReadError, ValueError, KeyError, TypeError, RecursionError) as exc:
        raise UsageError(f"'{given}' is not the file of a scheduler: {exc}") from None
