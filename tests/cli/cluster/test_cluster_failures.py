"""Workers that die, files that kill them, other versions, and what the command says about them."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import socket
import ssl
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from cluster_trees import here, plain, run_on, serial, write_tree

from hotlint.cli.cluster import batches, check_run, worker
from hotlint.cli.cluster.check_run import ClusterRun, sources_of
from hotlint.cli.cluster.scratch import scratch_folder
from hotlint.cli.cluster.tasks import BatchTask, Job, TreeTask, own_version
from hotlint.cli.main import main
from hotlint.operations.batch.executors import InProcess, Outcome
from hotlint.operations.check import CheckRequest
from hotlint.operations.errors import OperationError

__all__ = ["here"]


class Unreliable(InProcess):
    """An executor on which files fail: `bad` ones always, `unlucky` ones only in company."""

    def __init__(self, bad: str = "", unlucky: str = "") -> None:
        self.bad, self.unlucky = bad, unlucky

    def map(self, work: Callable[[Any], Any], items: Any, done: Callable[[int], None] = print) -> Iterator[Outcome]:
        for item in items:
            names = [file.path for file in getattr(item, "files", ())]
            bad = self.bad and any(self.bad in name for name in names)
            unlucky = self.unlucky and len(names) > 1 and any(self.unlucky in name for name in names)
            yield Outcome(item, None, "4 workers died of it") if bad or unlucky else Outcome(item, work(item))


def test_a_batch_that_fails_is_taken_apart(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "FILES", 4)
    monkeypatch.setattr(batches, "FILES", 4)
    write_tree(here / "tree", 6)
    assert run_on(Unreliable(unlucky="d003"), ["tree"]) == (serial(["tree"]), 0)


def test_a_file_that_kills_workers_is_reported_alone(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(worker, "FILES", 4)
    monkeypatch.setattr(batches, "FILES", 4)
    write_tree(here / "tree", 6)
    reports, unchecked = run_on(Unreliable(bad="d003/root.env"), ["tree"])
    assert unchecked == 1
    assert [r.path for r in reports if not r.checked and r.path.startswith("tree/d")] == ["tree/d003/root.env"]
    assert [d.message for r in reports for d in r.diagnostics if d.code == "HOT090"] == [
        "'root.env' cannot be checked: 4 workers died of it"
    ]
    assert "'tree/d003/root.env' was not checked: 4 workers died of it" in capsys.readouterr().err
    others = [r for r in reports if "d003" not in r.path]
    assert others == [r for r in serial(["tree"]) if "d003" not in r.path]


def test_files_that_were_not_checked_fail_the_command(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "FILES", 4)
    monkeypatch.setattr(check_run, "local_executor", lambda jobs: Unreliable(bad="part"))
    write_tree(here / "tree", 6)
    shutil.make_archive("tree", "gztar", here / "tree")
    assert main(["check", "--fail-on", "never", "-q", "tree.tar.gz"]) == 2


def kill_once(job: Job, task: BatchTask) -> Any:
    """Check a batch, but end the process of the worker the first time that it has a certain file."""
    mark = Path(job.folder) / "killed"
    if any("d033" in file.path for file in task.files) and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return worker.check(job, task)


@pytest.mark.slow
def test_a_dead_worker_loses_nothing(here: Path) -> None:
    pytest.importorskip("distributed")
    write_tree(here / "tree", 34)
    from hotlint.cli.cluster.dask_executor import cluster

    with cluster("local:2") as (executor, scratch):
        job = Job(CheckRequest(use_cache=False), os.getcwd(), own_version(), scratch)
        run = ClusterRun(job, Killing(executor), lambda done, total: None)
        run.check(sources_of(["tree"]))
        found, unchecked = plain(run), run.unchecked
        run.close()
    assert (here / "killed").exists()
    assert (found, unchecked) == (serial(["tree"]), 0)


class Killing:
    """An executor whose workers are killed once."""

    def __init__(self, executor: Any) -> None:
        self.executor, self.jobs = executor, executor.jobs

    def map(self, work: Any, items: Any, done: Any) -> Iterator[Outcome]:
        """Do the work, or that which kills."""
        other = partial(kill_once, *work.args) if work.func is worker.check else work
        outcomes: Iterator[Outcome] = self.executor.map(other, items, done)
        return outcomes


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--cluster", "nonsense"], "--cluster takes an address such as tls://HOST:8786"),
        (["--cluster", "local:0"], "--cluster takes an address"),
        (["--cluster", "tcp://127.0.0.1:1"], "scheduler 'tcp://127.0.0.1:1' does not use TLS"),
        (["--cluster", "127.0.0.1:1"], "does not use TLS: whoever can connect to it can run code on its workers"),
        (["--cluster", "tcp.json"], "scheduler 'tcp.json' does not use TLS"),
        (["--cluster", "e.env"], "'e.env' is not the file of a scheduler"),
        (["--cluster", "local", "--fix"], "--cluster cannot be combined with '--fix'"),
        (["--cluster", "local", "--watch"], "--cluster cannot be combined with '--watch'"),
        (["--cluster", "local", "--select", "HOT3x"], "HOT3x"),
        (
            ["a.zip", "-e", "e.env"],
            "-e, --each-environment and --config name files of this machine, which 'a.zip' does not see",
        ),
    ],
)
def test_messages(here: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    (here / "e.env").write_text("parameters: {}\n")
    (here / "a.zip").write_bytes(b"")
    (here / "tcp.json").write_text('{"address": "tcp://127.0.0.1:1"}')
    assert main(["check", *options]) == 2
    assert message in capsys.readouterr().err


@pytest.fixture
def refused() -> Iterator[None]:
    """Collect a client that was refused: that stops its loop, for which another one that starts meanwhile would wait forever."""
    yield
    gc.collect()


@pytest.mark.parametrize("options", [["tcp://127.0.0.1:1", "--cluster-insecure"], ["tls://127.0.0.1:1"]])
def test_a_scheduler_that_is_not_there(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], refused: None, options: list[str]
) -> None:
    pytest.importorskip("distributed")
    from hotlint.cli.cluster import dask_executor

    monkeypatch.setattr(dask_executor, "_SECONDS", 0.1)  # nobody answers, however long it asks
    assert main(["check", "--cluster", *options]) == 2
    message = f"scheduler '{options[0]}' cannot be reached ('dask scheduler' starts one)"
    assert message in capsys.readouterr().err


@pytest.mark.slow
def test_nobody_else_can_use_a_local_cluster(here: Path, refused: None) -> None:
    distributed = pytest.importorskip("distributed")
    from hotlint.cli.cluster.dask_executor import cluster

    with cluster("local:1") as (executor, scratch):
        assert os.path.basename(scratch).startswith("hotlint-run-")
        client = executor._client
        addresses = [client.scheduler.address, *client.nthreads()]
        nannies = [worker["nanny"] for worker in client.scheduler_info()["workers"].values()]
        other = distributed.Security.temporary()
        for address in (*addresses, *nannies):  # as another user, who has no key or another one
            for own in (None, other):
                assert _is_refused(address, here, own), address
        for address in addresses:
            assert address.startswith("tls://127.0.0.1:")
            plain = address.replace("tls://", "tcp://")
            for url, stranger in ((plain, distributed.Security()), (address, other)):
                # A refused client stops its loop when it is collected: while another one starts, both would wait forever.
                gc.collect()
                with pytest.raises((OSError, TimeoutError, TypeError, RuntimeError, AssertionError)):
                    distributed.Client(url, security=stranger, timeout=1)
        assert os.stat(scratch).st_mode & 0o777 == 0o700
        for page in ("info/main/workers.html", "json/counts.json", "health", "status"):
            port = client.scheduler_info()["services"]["dashboard"]
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/{page}", timeout=5)
    assert not os.path.exists(scratch)


def _is_refused(address: str, here: Path, security: Any) -> bool:
    """Return whether TLS ends before the other side answers anything."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if security is not None:
        (here / "key.pem").write_text(security.tls_client_key + security.tls_client_cert)
        context.load_cert_chain(here / "key.pem")
    host, _, port = address.removeprefix("tls://").rpartition(":")
    try:
        with socket.create_connection((host, int(port)), 5) as plain, context.wrap_socket(plain) as wrapped:
            wrapped.settimeout(5)
            return not wrapped.recv(100)
    except OSError as exc:
        return not isinstance(exc, TimeoutError)


def test_folders_of_killed_runs_are_removed(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(here))
    with scratch_folder() as running:
        (here / "hotlint-run-killed").mkdir()
        for folder in (running, here / "hotlint-run-killed"):
            os.utime(folder, (0, 0))
        with scratch_folder():
            assert os.path.exists(running)
        assert not (here / "hotlint-run-killed").exists()


def test_other_versions_are_refused(here: Path) -> None:
    write_tree(here / "tree", 1)
    run = ClusterRun(Job(CheckRequest(), os.getcwd(), "hotlint 0.0.1"), InProcess(), lambda done, total: None)
    with pytest.raises(
        OperationError, match=r"a worker runs hotlint .*, and this is hotlint 0\.0\.1: install the same"
    ):
        run.check(sources_of(["tree"]))
    run.close()


def test_paths_that_workers_do_not_see_are_an_error(here: Path) -> None:
    job = Job(CheckRequest(), os.getcwd(), own_version())
    begun = worker.begin(job, TreeTask(0, next(sources_of(["not-here"]))))
    assert (
        "'not-here' is not on the worker: paths must be on a file system that all machines share"
        in begun.checked.refusal
    )


@pytest.mark.parametrize(
    ("address", "workers"),
    [
        ("local", None),
        ("local:1", "1"),
        ("local:12", "12"),
        *((f"{bad}", "") for bad in ("local:0", "local:", "xlocal:1")),
    ],
)
def test_a_local_cluster_may_name_its_workers(
    here: Path, monkeypatch: pytest.MonkeyPatch, address: str, workers: str | None
) -> None:
    pytest.importorskip("distributed")
    from hotlint.cli.cluster import dask_executor

    started: list[str | None] = []

    @contextmanager
    def local(workers: str | None, folder: str) -> Iterator[Any]:
        started.append(workers)
        yield None

    monkeypatch.setattr(dask_executor, "_local", local)
    with pytest.raises(OperationError) if workers == "" else nullcontext(), dask_executor.cluster(address):
        pass
    assert started == ([] if workers == "" else [workers])


def test_what_starts_a_local_cluster_and_reaches_a_scheduler(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without cryptography, there is none; a scheduler has 30 seconds to answer."""
    pytest.importorskip("distributed")
    from hotlint.cli.cluster import dask_executor

    def refuse(**options: object) -> None:
        given.append(options)
        raise ImportError

    given: list[dict[str, object]] = []
    monkeypatch.setattr("hotlint.cli.cluster.dask_executor.Security.temporary", refuse)
    with pytest.raises(OperationError) as raised, dask_executor.cluster("local:1"):
        pass
    what = "--cluster requires the package 'cryptography', which is not installed"
    assert str(raised.value) == f"{what}: pip install 'hotlint[dask]'"
    monkeypatch.setattr(dask_executor, "Client", refuse)
    with pytest.raises(ImportError), dask_executor.cluster("tls://a:1"):
        pass
    assert given == [{}, {"address": "tls://a:1", "timeout": 30}]
