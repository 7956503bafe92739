"""`hotlint check --cluster`: the reports of a run on one machine, whatever does the work and whatever happens to it."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hotlint.cli.batch.executors import InProcess, Outcome
from hotlint.cli.batch.runner import Request, Runner
from hotlint.cli.cluster import batches, check_run, worker
from hotlint.cli.cluster.check_run import ClusterRun, checked
from hotlint.cli.cluster.source_list import sources_of
from hotlint.cli.cluster.tasks import BatchTask, Job, TreeTask, own_version
from hotlint.cli.errors import UsageError
from hotlint.cli.main import main
from hotlint.output.findings.model import FileReport

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
ROOT = """\
heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: ten}
resources:
  one: {type: nested/part.yaml, properties: {a: {get_param: nobody}}}
  two: {type: ../missing.yaml}
"""
NESTED = """\
heat_template_version: 2018-08-31
parameters:
  a: {type: string}
  b: {type: string, default: x}
resources:
  value: {type: OS::Heat::Value, properties: {value: {get_param: [c]}}}
"""


def write_tree(folder: Path, deployments: int) -> Path:
    """Write a tree of deployments, each of a root, a nested template and an environment."""
    for number in range(deployments):
        here = folder / f"d{number:03}"
        (here / "nested").mkdir(parents=True)
        (here / "root.yaml").write_text(ROOT.replace("ten", f"ten{number}"))
        (here / "nested" / "part.yaml").write_text(NESTED)
        (here / "root.env").write_text(f"parameters: {{size: {number}}}\n")
    (folder / ".hotlint.yaml").write_text("severity: {HOT801: error, HOT999: error}\n")
    return folder


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    yield tmp_path
    worker.close_all()


def plain(reports: Any) -> list[FileReport]:
    """Return reports without the time that they took."""
    return [r._replace(evaluation=0.0, budget=0.0) for r in reports]


def serial(paths: list[str]) -> list[FileReport]:
    """Return the reports of a run in this process alone."""
    return plain(Runner(Request(jobs=1, use_cache=False)).run(paths, None, ""))


def on(address: str | None, paths: list[str], jobs: int = 1) -> list[FileReport]:
    """Return the reports of a run elsewhere."""
    with checked(Request(jobs=jobs, use_cache=False), paths, address, quiet=True) as run:
        return plain(run)


# -- equal to a run on one machine --------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_local_pool_takes_the_same_way(here: Path, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    monkeypatch.setattr(worker, "FILES", 5)
    monkeypatch.setattr(batches, "FILES", 5)
    write_tree(here / "tree", 12)
    expected = serial(["tree"])
    assert sum(len(r.diagnostics) for r in expected) > 30
    assert any(len(d.related) > 4 for r in expected for d in r.diagnostics)  # one cause in several files
    assert on(None, ["tree"], jobs) == expected


def test_a_cluster_finds_the_same(here: Path) -> None:
    pytest.importorskip("distributed")
    write_tree(here / "tree", 34)
    (here / "other.yaml").write_text(ROOT)
    assert on("local:2", ["tree", "other.yaml"]) == serial(["tree", "other.yaml"])


def test_options_reach_the_workers(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    write_tree(here / "tree", 2)
    command = ["check", "--no-cache", "--select", "HOT601", "--exclude", "tree/d000", "-f", "jsonl", "tree"]
    assert main(command) == 1
    expected = capsys.readouterr().out
    assert [json.loads(line)["code"] for line in expected.splitlines()] == ["HOT092", "HOT601"]
    assert main([*command, "--cluster", "local:1"]) == 1
    assert capsys.readouterr().out == expected


def test_reports_of_all_formats_are_those_of_one_machine(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_tree(here / "tree", 3)
    with zipfile.ZipFile(here / "tree.zip", "w") as archive:
        for path in sorted((here / "tree").rglob("*")):
            archive.write(path, path.relative_to(here / "tree"))
    for name in ("text", "concise", "json", "sarif", "jsonl", "gitlab", "junit"):
        assert main(["check", "--no-cache", "-f", name, "--fail-on", "info", "tree"]) == 1
        expected = capsys.readouterr().out
        assert main(["check", "--no-cache", "-f", name, "--fail-on", "info", "tree.zip"]) == 1
        found = capsys.readouterr().out
        if name == "gitlab":  # its fingerprints are of paths
            assert len(json.loads(found)) == len(json.loads(expected))
        elif name == "sarif":
            results = [json.loads(text)["runs"][0]["results"] for text in (found, expected)]
            assert [r["message"] for r in results[0]] == [r["message"] for r in results[1]]
        else:
            assert found.replace("tree.zip/", "tree/") == expected


# -- what happens to workers ---------------------------------------------------------------------------------------------


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


def run_on(executor: Any, paths: list[str]) -> tuple[list[FileReport], int]:
    """Return the reports of a run on an executor, and how many files were not checked."""
    run = ClusterRun(Job(Request(use_cache=False), os.getcwd(), own_version()), executor, lambda done, total: None)
    run.check(sources_of(paths))
    try:
        return plain(run), run.unchecked
    finally:
        run.close()


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
    assert main(["check", "--exit-zero", "-q", "tree.tar.gz"]) == 2


def kill_once(job: Job, task: BatchTask) -> Any:
    """Check a batch, but end the process of the worker the first time that it has a certain file."""
    mark = Path(job.folder) / "killed"
    if any("d033" in file.path for file in task.files) and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return worker.check(job, task)


def test_a_dead_worker_loses_nothing(here: Path) -> None:
    pytest.importorskip("distributed")
    write_tree(here / "tree", 34)
    from hotlint.cli.cluster.dask_executor import cluster

    with cluster("local:2") as (executor, scratch):
        job = Job(Request(use_cache=False), os.getcwd(), own_version(), scratch)
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


# -- sources ------------------------------------------------------------------------------------------------------------


def git(folder: Path, *arguments: str) -> None:
    """Run git in a folder, with an author."""
    identity = ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def bundle(folder: Path, file: Path, *refs: str) -> None:
    """Write a bundle of a folder's files."""
    git(folder, "init", "--quiet")
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "--message", "all")
    git(folder, "bundle", "create", str(file), *(refs or ("--all",)))


@needs_git
def test_bundles_are_checked_as_their_checkouts(here: Path) -> None:
    for number in range(3):
        tree = write_tree(here / f"r{number}", 4 + number)
        (tree / ".gitignore").write_text("d002/\n")
        (tree / ".gitattributes").write_text("d001 export-ignore\n*.yaml filter=evil\n")
        bundle(tree, here / f"r{number}.bundle")
    names = [f"r{number}" for number in range(3)]
    expected = serial(names)
    found = on(None, [f"{name}.bundle" for name in names], jobs=2)
    shown = [json.dumps(r).replace(".bundle/", "/") for r in found if r.checked]
    assert shown == [json.dumps(r).replace(f"{here}/", "") for r in expected if r.checked]
    assert "hotlint-tree" not in json.dumps(found)


@needs_git
def test_nothing_of_a_bundle_is_run(here: Path) -> None:
    tree = write_tree(here / "r", 1)
    (tree / ".gitattributes").write_text("* filter=evil\n")
    (tree / ".hooks").mkdir()
    (tree / ".hooks" / "post-checkout").write_text(f"#!/bin/sh\ntouch {here}/ran\n")
    bundle(tree, here / "r.bundle")
    home = here / "home"
    home.mkdir()
    (home / ".gitconfig").write_text(
        f'[filter "evil"]\n smudge = touch {here}/ran\n[core]\n hooksPath = .hooks\n fsmonitor = touch {here}/ran\n'
    )
    environment = os.environ | {"HOME": str(home)}
    command = [sys.executable, "-m", "hotlint", "check", "-q", "r.bundle"]
    assert subprocess.run(command, env=environment, check=False, capture_output=True).returncode == 1
    assert not (here / "ran").exists()


@needs_git
def test_a_bundle_of_one_branch_needs_no_head(here: Path) -> None:
    bundle(write_tree(here / "r", 1), here / "r.bundle", "main")
    assert any(r.diagnostics for r in on(None, ["r.bundle"]))


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.bundle", b"nothing", "git cannot read it"),
        ("a.tar", b"nothing", "it is damaged, or not an archive"),
        ("a.tar.gz", b"\x1f\x8b broken", "it is damaged, or not an archive"),
        ("a.zip", b"PK nothing", "it is damaged, or not an archive"),
    ],
)
def test_a_broken_source_is_a_finding(here: Path, name: str, content: bytes, why: str) -> None:
    (here / name).write_bytes(content)
    [report] = on(None, [name])
    assert report.path == name
    assert report.diagnostics[0].code == "HOT090"
    assert report.diagnostics[0].message.startswith(f"'{name}' cannot be checked: {why}")


def tar(path: Path, members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    """Write an archive."""
    with tarfile.open(path, "w:gz") as archive:
        for member, content in members:
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


def member(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    """Return an entry of an archive."""
    made = tarfile.TarInfo(name)
    made.type, made.linkname, made.mode = kind, target, 0o777
    return made


def test_an_archive_writes_nothing_elsewhere(here: Path) -> None:
    from hotlint.cli.cluster.unpacking import Unpacker, unpack_archive

    inside, outside = here / "in" / "side", here / "secret.yaml"
    inside.mkdir(parents=True)
    outside.write_text("secret")
    members = [
        (member("../up.yaml"), b"x"),
        (member(str(here / "absolute.yaml")), b"x"),
        (member("out", tarfile.SYMTYPE, ".."), b""),
        (member("out/through.yaml"), b"x"),
        (member("a", tarfile.SYMTYPE, str(outside)), b""),
        (member("b", tarfile.SYMTYPE, "c/../../../secret.yaml"), b""),
        (member("hard", tarfile.LNKTYPE, "../../secret.yaml"), b""),
        (member("pipe", tarfile.FIFOTYPE), b""),
        (member("good/t.yaml"), b"t"),
        (member("good/t.yaml"), b"second"),
        (member("link", tarfile.SYMTYPE, "good/t.yaml"), b""),
        (member("good/t.yaml/below"), b"x"),
        (member(".git/hooks/post-checkout"), b"x"),
    ]
    tar(here / "a.tar.gz", members)
    unpack_archive(str(here / "a.tar.gz"), Unpacker(str(inside)))
    found = {str(p.relative_to(inside)) for p in inside.rglob("*") if not p.is_dir()}
    assert found == {"out/through.yaml", "good/t.yaml", "link"}
    assert (inside / "good" / "t.yaml").read_text() == "t"
    assert not os.access(inside / "good" / "t.yaml", os.X_OK)
    assert sorted(p.name for p in here.iterdir() if p.name != ".cache") == ["a.tar.gz", "in", "secret.yaml"]
    assert [p.name for p in (here / "in").iterdir()] == ["side"]


def test_bombs_are_refused(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hotlint.cli.cluster import unpacking

    tar(here / "large.tar.gz", [(member(f"{n}.yaml"), bytes(100_000)) for n in range(20)])
    tar(here / "many.tar.gz", [(member(f"{n}.yaml"), b"") for n in range(20)])
    monkeypatch.setattr(unpacking, "BYTES", 1_000_000)
    assert "it holds more than" in on(None, ["large.tar.gz"])[0].diagnostics[0].message
    monkeypatch.setattr(unpacking, "FILES", 10)
    assert "it holds more than 10 files" in on(None, ["many.tar.gz"])[0].diagnostics[0].message


def test_a_file_that_is_too_large_is_reported_as_such(here: Path) -> None:
    with zipfile.ZipFile(here / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("t.yaml", b"#" * (17 * 1024 * 1024))
    [report] = [r for r in on(None, ["a.zip"]) if r.diagnostics]
    assert "it is larger than 16 MiB" in report.diagnostics[0].message


def test_an_unpacked_tree_sees_nothing_else(here: Path) -> None:
    (here / "secret.yaml").write_text("password")
    text = ROOT.replace("../missing.yaml", str(here / "secret.yaml"))
    with zipfile.ZipFile(here / "a.zip", "w") as archive:
        archive.writestr("t.yaml", text)
    messages = " ".join(d.message for r in on(None, ["a.zip"]) for d in r.diagnostics)
    assert "password" not in messages
    assert f"template '{here}/secret.yaml' cannot be read" in messages


# -- object stores ------------------------------------------------------------------------------------------------------


@pytest.fixture
def store(here: Path) -> Iterator[Any]:
    fsspec = pytest.importorskip("fsspec")
    made = fsspec.filesystem("memory")
    write_tree(here / "tree", 3)
    made.put(str(here / "tree") + "/", "/bucket/one/", recursive=True)
    shutil.make_archive(str(here / "two"), "zip", here / "tree")
    made.put(str(here / "two.zip"), "/bucket/two.zip")
    yield made
    made.rm("/bucket", recursive=True)


@pytest.mark.parametrize("address", ["memory://bucket/one", "memory://bucket/one/", "memory://bucket/*.zip"])
def test_an_object_store_is_read(store: Any, here: Path, address: str) -> None:
    found = on(None, [address])
    expected = serial(["tree"])
    places = [(r.path.partition("/d0")[2], [d.message for d in r.diagnostics]) for r in found if r.checked]
    assert places == [(r.path.partition("/d0")[2], [d.message for d in r.diagnostics]) for r in expected if r.checked]
    assert all("memory://" in r.path for r in found)


def test_addresses_in_sarif_are_addresses(store: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "-f", "sarif", "memory://bucket/one"]) == 1
    run = json.loads(capsys.readouterr().out)["runs"][0]
    places = [r["locations"][0]["physicalLocation"]["artifactLocation"] for r in run["results"]]
    assert {"uri": "memory://bucket/one/d000/root.yaml"} in places


@pytest.mark.parametrize(
    ("address", "why"),
    [("memory://nothing/here", "there is nothing at this address"), ("nosuch://a/b", "Protocol not known: nosuch")],
)
def test_an_address_without_templates_is_a_finding(here: Path, address: str, why: str) -> None:
    pytest.importorskip("fsspec")
    [report] = on(None, [address])
    assert why in report.diagnostics[0].message


def test_a_wildcard_that_matches_nothing_is_an_error(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("fsspec")
    assert main(["check", "memory://nothing/*.zip"]) == 2
    assert "nothing matches 'memory://nothing/*.zip'" in capsys.readouterr().err


# -- messages -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--cluster", "nonsense"], "--cluster takes an address such as tcp://HOST:8786"),
        (["--cluster", "local:0"], "--cluster takes an address"),
        (["--cluster", "local", "--fix"], "--cluster cannot be combined with '--fix'"),
        (["--cluster", "local", "--watch"], "--cluster cannot be combined with '--watch'"),
        (["--cluster", "local", "--select", "HOT3x"], "HOT3x"),
        (
            ["a.zip", "-e", "e.env"],
            "-e, --environments and --config name files of this machine, which 'a.zip' does not see",
        ),
    ],
)
def test_messages(here: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    (here / "e.env").write_text("parameters: {}\n")
    (here / "a.zip").write_bytes(b"")
    assert main(["check", *options]) == 2
    assert message in capsys.readouterr().err


def test_a_scheduler_that_is_not_there(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    from hotlint.cli.cluster import dask_executor

    monkeypatch.setattr(dask_executor, "_SECONDS", 1)
    assert main(["check", "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert "scheduler 'tcp://127.0.0.1:1' cannot be reached ('dask scheduler' starts one)" in capsys.readouterr().err


def test_other_versions_are_refused(here: Path) -> None:
    write_tree(here / "tree", 1)
    run = ClusterRun(Job(Request(), os.getcwd(), "hotlint 0.0.1"), InProcess(), lambda done, total: None)
    with pytest.raises(UsageError, match=r"a worker runs hotlint .*, and this is hotlint 0\.0\.1: install the same"):
        run.check(sources_of(["tree"]))
    run.close()


def test_paths_that_workers_do_not_see_are_an_error(here: Path) -> None:
    job = Job(Request(), os.getcwd(), own_version())
    begun = worker.begin(job, TreeTask(0, next(sources_of(["not-here"]))))
    assert (
        "'not-here' is not on the worker: paths must be on a file system that all machines share"
        in begun.checked.refusal
    )


# -- batches ------------------------------------------------------------------------------------------------------------


def test_a_deployment_stays_together(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "FILES", 0)
    monkeypatch.setattr(batches, "FILES", 4)
    write_tree(here / "tree", 8)
    begun = worker.begin(Job(Request(), os.getcwd(), own_version()), TreeTask(0, next(sources_of(["tree"]))))
    places = [{file.path.split("/")[1] for file in batch if "/d" in file.path} for batch in begun.batches]
    assert len(places) > 2
    for number in range(8):
        with_root = [
            n for n, batch in enumerate(begun.batches) if any(f.path == f"tree/d{number:03}/root.yaml" for f in batch)
        ]
        nested = [
            n
            for n, batch in enumerate(begun.batches)
            if any(f.path == f"tree/d{number:03}/nested/part.yaml" for f in batch)
        ]
        assert with_root == nested
    numbers = sorted(file.number for batch in begun.batches for file in batch)
    assert numbers == list(range(begun.total))
