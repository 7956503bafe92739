"""What a run makes of the answers of workers: reports in order, trees and files that were refused, and progress."""

from __future__ import annotations

import gc
import os
import pickle
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from cluster_trees import ROOT, here, on, serial, write_tree
from for_each import for_each

from hotlint.cli.cluster import batches, check_run, dask_executor, worker
from hotlint.cli.cluster.batches import BatchFile
from hotlint.cli.cluster.check_run import ClusterRun, CommonReports, ReportSpool, checked, sources_of
from hotlint.cli.cluster.tasks import BatchTask, Begun, Checked, Job, TreeSource, TreeTask, own_version
from hotlint.cli.errors import UsageError
from hotlint.cli.main import main
from hotlint.cli.progress import Progress
from hotlint.linter.run_diagnostics import UnreadableFile, run_diagnostic
from hotlint.operations.batch.executors import InProcess, Outcome
from hotlint.operations.check import CheckRequest
from hotlint.output.findings.conversion import run_report
from hotlint.output.findings.model import FileReport

__all__ = ["here"]
Answer = Begun | Checked | str


class Answering:
    """An executor whose workers answer as they are told: by the number of a tree, or the first file of a batch. A text is a failure."""

    jobs = 1

    def __init__(self, answers: dict[int | str, Answer]) -> None:
        self.answers = answers
        self.asked: list[int | tuple[str, ...]] = []

    def map(self, work: Any, items: Any, done: Callable[[int], None]) -> Iterator[Outcome]:
        for number, item in enumerate(items, 1):
            of_batch = isinstance(item, BatchTask)
            self.asked.append(tuple(f.path for f in item.files) if of_batch else item.number)
            answer = self.answers[item.files[0].path if of_batch else item.number]
            yield Outcome(item, None, answer) if isinstance(answer, str) else Outcome(item, answer)
            done(number)


def report(path: str, *messages: str) -> FileReport:
    return run_report(path, "", [run_diagnostic(UnreadableFile, message) for message in messages])


def packed(path: str, *messages: str) -> bytes:
    return pickle.dumps(report(path, *messages))


def said(run: Any) -> list[tuple[str, list[str]]]:
    return [(one.path, [found.message for found in one.diagnostics]) for one in run]


def run_of(answers: dict[int | str, Answer], *sources: TreeSource) -> tuple[list[Any], list[tuple[int, int]], int]:
    """Return the messages of a run by path, its progress, and how many files were not checked."""
    progress: list[tuple[int, int]] = []
    run = ClusterRun(
        Job(CheckRequest(), "/", "hotlint 1"), Answering(answers), lambda done, total: progress.append((done, total))
    )
    try:
        run.check(sources)
        assert said(run) == said(run)
        return said(run), progress, run.unchecked
    finally:
        run.close()


STORE, ZIP, PATHS = (
    TreeSource("store", ("memory://b/one/",)),
    TreeSource("archive", ("in/a.zip",)),
    TreeSource("paths", ("t", "u")),
)
FILES = [BatchFile(number, f"{name}.yaml", named=False) for number, name in enumerate("abc")]


def test_reports_are_in_the_order_of_one_machine_whatever_comes_first() -> None:
    small = Begun(2, (), Checked(((1, packed("s/b", "2")), (0, packed("s/a", "1"))), (report("s/conf", "of s"),)))
    large = Begun(3, ((FILES[1],), (FILES[0], FILES[2])), Checked((), (report("l/conf", "of l"),)))
    answers: dict[int | str, Answer] = {
        0: large,
        1: small,
        "b.yaml": Checked(((1, packed("l/b", "3")),), (report("l/conf", "of l", "more"),)),
        "a.yaml": Checked(((2, None), (0, packed("l/a")))),
    }
    found, progress, unchecked = run_of(answers, ZIP, STORE)
    assert found == [
        ("l/conf", ["of l", "more"]), ("l/a", []), ("l/b", ["3"]), ("s/conf", ["of s"]), ("s/a", ["1"]), ("s/b", ["2"]),
    ]  # fmt: skip
    assert progress == [(0, 3), (1, 3), (3, 3), (5, 5)]
    assert unchecked == 0


def test_trees_that_cannot_be_read_are_findings_and_those_that_fail_are_unchecked() -> None:
    answers: dict[int | str, Answer] = {
        0: Begun(0, (), Checked(refusal="it is\n damaged")), 1: "it failed 3 times", 2: Begun(0, (), Checked()),
    }  # fmt: skip
    found, progress, unchecked = run_of(answers, STORE, ZIP, PATHS)
    assert found == [
        ("memory://b/one/", ["'one' cannot be checked: it is damaged"]),
        ("in/a.zip", ["'a.zip' cannot be checked: it failed 3 times"]),
    ]
    assert (progress, unchecked) == ([(0, 0)], 1)


def test_files_of_a_batch_that_fails_are_tried_alone(capsys: pytest.CaptureFixture[str]) -> None:
    answers: dict[int | str, Answer] = {
        0: Begun(3, ((FILES[2],), (FILES[0], FILES[1])), Checked()),
        "c.yaml": "4 workers\tdied",
        "a.yaml": Checked(refusal="it is\x1b gone"),
        "b.yaml": Checked(((1, packed("b")),)),
    }
    for source, name in ((STORE, "memory://b/one/"), (ZIP, "in/a.zip/"), (PATHS, "")):
        if source is PATHS:
            answers["a.yaml"] = "it is\x1b gone"
        executor = Answering(answers)
        run = ClusterRun(Job(CheckRequest(), "/", "hotlint 1"), executor, lambda done, total: None)
        run.check([source])
        assert executor.asked == [0, ("c.yaml",), ("a.yaml", "b.yaml"), ("a.yaml",), ("b.yaml",)]
        assert said(run) == [
            (f"{name}a.yaml", ["'a.yaml' cannot be checked: it is\x1b gone"]),
            ("b", []),
            (f"{name}c.yaml", ["'c.yaml' cannot be checked: 4 workers died"]),
        ]
        assert run.unchecked == 2
        run.close()
        assert capsys.readouterr().err.splitlines() == [
            f"hotlint: '{name}c.yaml' was not checked: 4 workers\\tdied",
            f"hotlint: '{name}a.yaml' was not checked: it is\\x1b gone",
        ]


@for_each(
    ("answers", "source", "message"),
    [
        ({0: "4 workers died of it"}, PATHS, "the files of the run cannot be found: 4 workers died of it"),
        ({0: Begun(0, (), Checked(refusal="no such rule"))}, PATHS, "no such rule"),
        (
            {0: Begun(0, (), Checked(refusal="hotlint 2", wrong_version=True))}, ZIP,
            "a worker runs hotlint 2, and this is hotlint 1: install the same versions on all workers",
        ),
        ({0: Begun(1, ((FILES[0],),), Checked()), "a.yaml": Checked(refusal="'t' is gone")}, PATHS, "'t' is gone"),
        (
            {0: Begun(1, ((FILES[0],),), Checked()), "a.yaml": Checked(refusal="hotlint 0", wrong_version=True)}, STORE,
            "a worker runs hotlint 0, and this is hotlint 1: install the same versions on all workers",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_for_all_of_the_run_ends_it(
    answers: dict[int | str, Answer], source: TreeSource, message: str
) -> None:
    with pytest.raises(UsageError) as raised:
        run_of(answers, source)
    assert str(raised.value) == message


def test_common_reports_are_shown_with_the_first_tree_that_has_them() -> None:
    common = CommonReports()
    common.add(2, [report("pack", "a"), report("conf", "z")])
    common.add(3, [report("pack", "b", "a")])
    assert said(common.of_tree(2)) == [("pack", ["a", "b"]), ("conf", ["z"])] and said(common.of_tree(3)) == []
    common.add(1, [report("pack", "c")])
    assert said(common.of_tree(1)) == [("pack", ["a", "b", "c"])] and said(common.of_tree(2)) == [("conf", ["z"])]
    common.add(2, [report("pack", "d")])
    assert said(common.of_tree(1)) == [("pack", ["a", "b", "c", "d"])] and said(common.of_tree(2)) == [("conf", ["z"])]
    common.add(1, [report("last", "e")])
    common.add(1, [report("pack", "f")])
    assert [path for path, _ in said(common.of_tree(1))] == ["pack", "last"]
    assert common.get(1, "conf") is None and common.get(4, "conf") is None


def test_reports_are_kept_by_tree_and_file() -> None:
    spool = ReportSpool()
    spool.make_room(7, 3)
    spool.make_room(1, 1)
    for tree, number, path in ((7, 2, "c"), (1, 0, "d"), (7, 0, "a")):
        spool.put(tree, number, packed(path))
    assert spool.trees() == [1, 7]
    for _ in range(2):
        assert [[one.path for one in spool.of_tree(tree)] for tree in spool.trees()] == [["d"], ["a", "c"]]
    spool.close()
    with pytest.raises(ValueError, match="closed"):
        list(spool.of_tree(1))


def test_files_and_folders_are_one_tree_and_others_are_in_their_order(here: Path) -> None:
    (here / "folder.zip").mkdir()
    (here / "folder.bundle").mkdir()
    given = ["b.bundle", "t.yaml", "x.TAR.GZ", "*.yaml", "s3://b/c.zip", "folder.zip", "s3://b/c", "folder.bundle"]
    assert list(sources_of(given)) == [
        ("paths", ("t.yaml", "*.yaml", "folder.zip", "folder.bundle")),
        ("bundle", ("b.bundle",)),
        ("archive", ("x.TAR.GZ",)),
        ("archive", ("s3://b/c.zip",)),
        ("store", ("s3://b/c",)),
    ]
    assert list(sources_of([])) == []


def zipped(path: Path, **files: str) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"{name}.yaml", text)


def test_nothing_is_left_of_a_run(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(here / "temporary"))
    zipped(here / "a.zip", t=ROOT)
    with checked(CheckRequest(use_cache=False), ["a.zip"], None, quiet=True) as run:
        assert [path for path, _ in said(run)] == ["a.zip/t.yaml"]
        [scratch] = (here / "temporary").glob("hotlint-run-*")
        assert [path.name[:13] for path in scratch.iterdir()] == ["hotlint-tree-"]
    assert list((here / "temporary").iterdir()) == []
    with pytest.raises(ValueError, match="closed"):
        list(run)


class Taken:
    """What a command hands on: processes, a cluster, and how progress is shown."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.given: list[Any] = []
        monkeypatch.setattr(check_run, "local_executor", self.local)
        monkeypatch.setattr(dask_executor, "cluster", self.cluster)
        monkeypatch.setattr(check_run, "Progress", self.progress)

    def progress(self, *, quiet: bool) -> Progress:
        self.given.append(f"quiet {quiet}")
        return Progress(quiet=quiet)

    def local(self, jobs: int) -> Any:
        self.given.append(jobs)
        return InProcess()

    @contextmanager
    def cluster(self, address: str, *, insecure: bool) -> Iterator[Any]:
        self.given.append((address, insecure))
        yield InProcess(), ""


def test_options_reach_what_does_the_work(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = Taken(monkeypatch)
    zipped(here / "a.zip", t=ROOT)
    (here / "in").mkdir()
    (here / "in" / "t.yaml").write_text(ROOT)
    expected = main(["check", "--no-cache"]), capsys.readouterr()
    gc.disable()
    assert (main(["check", "--cluster", "tcp://h:1", "--cluster-insecure"]), capsys.readouterr()) == expected
    assert gc.isenabled()
    main(["check", "--cluster", "tls://h:1", "-q", "in"])
    main(["check", "-j", "3", "a.zip"])
    main(["check", "-j", "1", "-q", "a.zip"])
    assert taken.given == [
        ("tcp://h:1", True), "quiet False", ("tls://h:1", False), "quiet True", 3, "quiet False", 1, "quiet True",
    ]  # fmt: skip


def test_a_run_shows_its_progress_and_wants_tls_unless_told_otherwise(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = Taken(monkeypatch)
    for address, options in ((None, {}), ("tcp://h:1", {}), ("tcp://h:1", {"insecure": True, "quiet": True})):
        with checked(CheckRequest(jobs=4), [], address, **options) as run:
            assert list(run) == []
    assert taken.given == [
        4, "quiet False", ("tcp://h:1", False), "quiet False", ("tcp://h:1", True), "quiet True",
    ]  # fmt: skip


def test_files_that_were_named_are_checked_as_such(here: Path) -> None:
    (here / "in").mkdir()
    for name in ("in/notes.yaml", "notes.yaml", "notes.txt"):
        (here / name).write_text("a: 1\n")
    (here / "in" / "t.yaml").write_text(ROOT)
    found = on(None, ["in", "notes.yaml", "notes.txt"])
    assert found == serial(["in", "notes.yaml", "notes.txt"])
    assert [path for path, _ in said(found)] == ["in/t.yaml", "notes.yaml", "notes.txt"]


def test_a_mistake_in_the_options_is_one_before_anything_is_started(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = Taken(monkeypatch)
    assert main(["check", "--cluster", "tls://h:1", "--select", "HOT3x"]) == 2
    assert main(["check", "--cluster", "tls://h:1", "--config", "gone.yaml", "."]) == 2
    assert taken.given == []
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2 and "'HOT3x'" in said[0] and said[1].startswith("hotlint: cannot read 'gone.yaml': ")


def test_a_tree_of_exactly_a_batch_is_checked_at_once(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tree(here / "tree", 2)
    task = TreeTask(0, next(sources_of(["tree"])))
    job = Job(CheckRequest(use_cache=False), os.getcwd(), own_version())
    monkeypatch.setattr(worker, "FILES", 6)
    begun = worker.begin(job, task)
    assert (begun.total, begun.batches, len(begun.checked.reports)) == (6, (), 6)
    monkeypatch.setattr(worker, "FILES", 5)
    monkeypatch.setattr(batches, "FILES", 4)
    begun = worker.begin(job, task)
    assert (begun.total, sorted(f.number for b in begun.batches for f in b)) == (6, list(range(6)))
    assert begun.checked.reports == () and begun.checked.common == worker.begin(job, task).checked.common != ()
