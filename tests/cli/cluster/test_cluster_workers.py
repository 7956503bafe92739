"""What runs on a worker: which trees it keeps, where it unpacks them, and what it answers for those that it cannot read."""

from __future__ import annotations

import gc
import os
import pickle
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cluster_trees import ROOT, here
from for_each import for_each

from hotlint.cli.cluster import batches, tasks, worker
from hotlint.cli.cluster.batches import BatchFile, in_batches
from hotlint.cli.cluster.tasks import BatchTask, Begun, Checked, Job, TreeSource, TreeTask, is_address, own_version
from hotlint.linter.packs import installed
from hotlint.operations.check import CheckRequest
from hotlint.operations.unpacking import SourceError, Unpacker, unpack_archive

__all__ = ["here"]
FIRST = (BatchFile(0, "t.yaml", named=False),)


def archive(name: str, text: str = ROOT) -> TreeSource:
    """Write an archive of one template."""
    with zipfile.ZipFile(name, "w") as made:
        made.writestr("t.yaml", text)
    return TreeSource("archive", (name,))


def job(scratch: Path, **options: Any) -> Job:
    scratch.mkdir(exist_ok=True)
    return Job(CheckRequest(**options), os.getcwd(), own_version(), str(scratch))


def test_the_two_trees_that_were_asked_for_last_are_kept(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unpacked: list[str] = []

    def unpack(path: str, unpacker: Unpacker) -> None:
        unpacked.append(path)
        assert len(list(Path(unpacker.folder).parent.glob("hotlint-file-*"))) == 1  # for what must be copied before
        unpack_archive(path, unpacker)

    monkeypatch.setattr(worker, "unpack_archive", unpack)
    sources = {name: archive(f"{name}.zip") for name in "abc"}
    run = job(here / "scratch")
    for name in "abacab":
        checked = worker.check(run, BatchTask(0, sources[name], FIRST))
        [(number, report)] = checked.reports
        assert report is not None and (number, pickle.loads(report).path) == (0, f"{name}.zip/t.yaml")
        assert len(list((here / "scratch").iterdir())) <= 2
    assert unpacked == ["a.zip", "b.zip", "c.zip", "b.zip"]
    worker.begin(run._replace(request=CheckRequest(complete=True)), TreeTask(0, sources["b"]))
    assert unpacked[4:] == ["b.zip"]
    worker.close_all()
    worker.close_all()
    assert list((here / "scratch").iterdir()) == []


def test_a_copy_of_the_process_removes_nothing(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worker.begin(job(here / "scratch"), TreeTask(0, archive("a.zip")))
    with monkeypatch.context() as patch:
        patch.setattr(os, "getpid", lambda: -1)
        worker.close_all()
    assert len(list((here / "scratch").iterdir())) == 1


@pytest.mark.parametrize("where", ["dask", "own", "temporary"])
def test_a_tree_is_unpacked_in_the_folder_of_the_run_or_of_the_worker(
    here: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    dask_executor = pytest.importorskip("hotlint.cli.cluster.dask_executor")
    for name in ("dask", "own", "temporary"):
        (here / name).mkdir()
    monkeypatch.setattr(dask_executor, "worker_folder", lambda: str(here / "dask"))
    monkeypatch.setattr(tempfile, "tempdir", str(here / "temporary"))
    if where == "temporary":
        monkeypatch.setitem(sys.modules, "hotlint.cli.cluster.dask_executor", None)
    run = Job(CheckRequest(), os.getcwd(), own_version(), str(here / "own") if where == "own" else "")
    worker.begin(run, TreeTask(0, archive("a.zip")))
    [made] = here.glob("*/hotlint-tree-*")
    assert made.parent.name == where
    assert [str(path.relative_to(made)) for path in made.rglob("t.yaml")] == [f"{'up/' * worker.ABOVE}tree/t.yaml"]


@pytest.mark.parametrize(
    ("failure", "why"),
    [
        (MemoryError(), "it takes more memory than hotlint allows"),
        (KeyError("x"), "it is damaged, or hotlint fails on it (KeyError: 'x')"),
        (OSError(5, "Input/output error"), "it cannot be read (Input/output error)"),
        (SourceError("it is too large"), "it is too large"),
    ],
)
def test_a_tree_that_cannot_be_unpacked_is_refused(
    here: Path, monkeypatch: pytest.MonkeyPatch, failure: Exception, why: str
) -> None:
    def fail(path: str, unpacker: Any) -> None:
        raise failure

    monkeypatch.setattr(worker, "unpack_archive", fail)
    source = archive("a.zip")
    refused = Checked(refusal=why)
    assert worker.begin(job(here / "scratch"), TreeTask(0, source)) == Begun(0, (), refused)
    assert worker.check(job(here / "scratch"), BatchTask(0, source, FIRST)) == refused
    assert list((here / "scratch").iterdir()) == []


def test_sources_that_are_not_there_are_refused(here: Path) -> None:
    run = job(here / "scratch")
    gone = worker.begin(run, TreeTask(0, TreeSource("archive", ("gone.zip",))))
    assert gone == Begun(0, (), Checked(refusal="it cannot be read (No such file or directory)"))
    (here / "dangling.yaml").symlink_to("nowhere")
    missing = worker.begin(run, TreeTask(0, TreeSource("paths", ("scratch", "dangling.yaml", "gone", "lost"))))
    why = "'gone' is not on the worker: paths must be on a file system that all machines share"
    assert missing.checked == Checked(refusal=why)
    unknown = worker.begin(job(here / "scratch", settings={"select": ("HOT3x",)}), TreeTask(0, archive("a.zip")))
    assert "'HOT3x'" in unknown.checked.refusal and not unknown.checked.wrong_version


def test_another_version_is_refused_by_its_own(here: Path) -> None:
    run = job(here / "scratch")._replace(version="hotlint 0")
    refused = Checked(refusal=own_version(), wrong_version=True)
    assert worker.begin(run, TreeTask(0, archive("a.zip"))) == Begun(0, (), refused)
    assert worker.check(run, BatchTask(0, archive("a.zip"), FIRST)) == refused


@pytest.mark.parametrize("collecting", [True, False])
def test_nothing_is_collected_during_a_task_and_a_bug_is_raised(
    here: Path, monkeypatch: pytest.MonkeyPatch, collecting: bool
) -> None:
    seen: list[bool] = []

    def fail() -> str:
        seen.append(gc.isenabled())
        raise ZeroDivisionError

    run = job(here / "scratch")
    monkeypatch.setattr(worker, "own_version", fail)
    before = gc.isenabled()
    try:
        (gc.enable if collecting else gc.disable)()
        with pytest.raises(ZeroDivisionError):
            worker.begin(run, TreeTask(0, archive("a.zip")))
        with pytest.raises(ZeroDivisionError):
            worker.check(run, BatchTask(0, archive("a.zip"), FIRST))
        assert (seen, gc.isenabled()) == ([False, False], collecting)
    finally:
        (gc.enable if before else gc.disable)()


@pytest.mark.parametrize("given", ["in/deep/a.zip", "{here}/b.zip", "../{name}/c.zip"])
def test_names_above_an_unpacked_tree_are_those_above_its_source(here: Path, given: str) -> None:
    given = given.format(here=here, name=here.name)
    above = ["/".join([".."] * levels) for levels in (1, 2, 4, 5, worker.ABOVE + 1)]
    names = "".join(f"  r{number}: {{type: {folder}/x.yaml}}\n" for number, folder in enumerate(above))
    os.makedirs("in/deep")
    source = archive(given, f"heat_template_version: 2018-08-31\nresources:\n{names}")
    begun = worker.begin(job(here / "scratch"), TreeTask(0, source))
    [(_, report)] = begun.checked.reports
    assert report is not None
    loaded = pickle.loads(report)
    assert loaded.path == f"{given}/t.yaml"
    full = os.path.join(os.getcwd(), given)
    assert [found.causes for found in loaded.diagnostics] == [
        (f"file {os.path.normpath(os.path.join(full, folder, 'x.yaml'))}",) for folder in above
    ]
    assert [found.message for found in loaded.diagnostics] == [
        f"template '{folder}/x.yaml' does not exist" for folder in above
    ]
    assert "hotlint-tree-" not in repr(loaded)


def test_versions_of_all_packs_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def packs() -> Iterator[Any]:
        for target, distribution in (
            ("hotlint_rules", "hotlint 0"), ("b", "b 2"), ("a", "a 1"), ("a.more", "a 1"),
        ):  # fmt: skip
            yield SimpleNamespace(target=target, distribution=distribution)

    monkeypatch.setattr(installed, "installed_packs", packs)
    monkeypatch.setattr(tasks, "__version__", "7.8")
    assert own_version.__wrapped__() == "hotlint 7.8, a 1, b 2"


@for_each(
    ("path", "expected"),
    [
        ("s3://b/c", True), ("S3://b", True), ("zip::s3://b/a.zip", True), ("a+b.c-2://x", True), ("://x", False), ("2s://x", False),
        ("a/s3://b", False), ("s3:/b", False), ("zip::/b", False), ("a_b://c", False),
    ],
)  # fmt: skip
def test_an_address_begins_with_a_protocol(path: str, expected: bool) -> None:
    assert is_address(path) is expected


class Tree:
    """A folder of deployments: `used` are the templates below each root, `of` the templates of environments."""

    def __init__(self, used: dict[str, list[str]], of: dict[str, list[str]]) -> None:
        self.used, self.of = used, of
        self.finder = SimpleNamespace(templates_of=lambda path: iter(of[path]))

    def kind(self, path: str) -> str | None:
        name = os.path.basename(path)
        return "environment" if path in self.of else {"x": None, "p": "policies"}.get(name[0], "template")

    def is_used(self, path: str) -> bool:
        return any(path in below for below in self.used.values())

    def roots(self, path: str) -> Iterator[str]:
        return (root for root, below in self.used.items() if path in below and root != "/none")

    def below(self, roots: set[str]) -> set[str]:
        [root] = roots
        return {root, *self.used.get(root, ())}


def together(names: str, used: dict[str, str], of: dict[str, str], tree_of: Callable[[str], bool] = bool) -> list[str]:
    """Return which of these files are in one batch, where each batch ends with a deployment."""
    tree = Tree(
        {f"/{k}": [f"/{n}" for n in v] for k, v in used.items()}, {f"/{k}": [f"/{n}" for n in v] for k, v in of.items()}
    )
    files = [BatchFile(number, f"/{name}", named=False) for number, name in enumerate(names)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batches, "FILES", 1)
        found = in_batches(files, lambda path: tree if tree_of(path[1:]) else None, "")  # type: ignore[arg-type, return-value]
        return ["".join(file.path[1:] for file in batch) for batch in found]


def test_files_of_a_deployment_are_together_whichever_comes_first() -> None:
    assert together("abcd", {"c": "a", "d": "a"}, {}) == ["ac", "b", "d"]
    assert together("ecab", {"c": "a"}, {"e": "cb"}) == ["eca", "b"]
    assert together("eab", {}, {"e": ""}) == ["e", "a", "b"]
    assert together("ab", {"none": "a"}, {}) == ["a", "b"]  # it is used in a circle only
    assert together("abe", {"b": "e"}, {"e": "b"}) == ["a", "be"]
    assert together("xapb", {"x": "a", "p": "b", "none": "a"}, {}) == ["x", "a", "pb"]
    assert together("acb", {"a": "cb"}, {}, lambda name: name != "c") == ["acb"]
    assert together("cab", {"a": "cb"}, {}, lambda name: name != "c") == ["c", "ab"]


def test_a_batch_has_half_a_mebibyte(here: Path) -> None:
    half = 256 * 1024
    sizes = [half, half - 1, 1, 1, 2 * half, half, 2 * half, 5]
    (here / "in").mkdir()
    for number, size in enumerate(sizes):
        os.truncate(os.open(here / "in" / f"{number}", os.O_CREAT | os.O_WRONLY), size)
    files = [BatchFile(number, f"{number}", named=False) for number in range(len(sizes) + 2)]  # two are gone
    expected = [[0, 1, 2], [3, 4], [5, 6], [7, 8, 9]]
    assert [[f.number for f in batch] for batch in in_batches(files, lambda path: None, "in")] == expected
    os.chdir("in")
    assert [[f.number for f in batch] for batch in in_batches(files, lambda path: None, "")] == expected


def test_a_large_deployment_does_not_end_the_batch_before_it() -> None:
    names = "abcdefgh"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batches, "MOST", 4)
        assert together(names, {"b": "cdef"}, {}) == ["a", "b", "c", "d", "e", "f", "g", "h"]
        assert together(names, {"b": "cde"}, {}) == ["a", "bcde", "f", "g", "h"]
