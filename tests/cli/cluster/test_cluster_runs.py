"""`hotlint check --cluster`: the reports of a run on one machine, whatever does the work."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from cluster_trees import ROOT, here, on, serial, write_tree

from hotlint.cli.cluster import batches, worker
from hotlint.cli.cluster.batches import BatchFile
from hotlint.cli.cluster.check_run import sources_of
from hotlint.cli.cluster.tasks import Job, TreeTask, own_version
from hotlint.cli.main import main
from hotlint.operations import check as runner
from hotlint.operations.check import CheckRequest

__all__ = ["here"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_local_pool_takes_the_same_way(here: Path, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    monkeypatch.setattr(worker, "FILES", 5)
    monkeypatch.setattr(batches, "FILES", 5)
    write_tree(here / "tree", 12)
    expected = serial(["tree"])
    assert sum(len(r.diagnostics) for r in expected) > 30
    assert any(d.causes for r in expected for d in r.diagnostics)
    assert on(None, ["tree"], jobs) == expected


def test_what_was_read_is_forgotten_in_between(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tree(here / "tree", 6)
    expected = serial(["tree"])
    collected: list[int] = []
    monkeypatch.setattr(runner, "gc", SimpleNamespace(collect=lambda: collected.append(1)))
    monkeypatch.setattr(runner, "RENEWED", 2)
    assert serial(["tree"]) == expected
    assert on(None, ["tree"]) == expected
    assert len(collected) >= len(expected) - 2


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


def test_a_deployment_stays_together(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "FILES", 0)
    monkeypatch.setattr(batches, "FILES", 4)
    write_tree(here / "tree", 8)
    begun = worker.begin(Job(CheckRequest(), os.getcwd(), own_version()), TreeTask(0, next(sources_of(["tree"]))))
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


def batches_of(files: int, deployed: int) -> list[int]:
    """Return the sizes of the batches of so many files, the first of which are one deployment."""
    paths = [f"/t/{number:03}.yaml" for number in range(files)]
    tree = SimpleNamespace(
        kind=lambda path: "template", is_used=lambda path: False,
        below=lambda roots: set(paths[:deployed]) if paths[0] in roots else set(),
    )  # fmt: skip
    given = [BatchFile(number, path, False) for number, path in enumerate(paths)]
    found = list(batches.in_batches(given, lambda path: tree, ""))  # type: ignore[arg-type, return-value]
    assert [file for batch in found for file in batch] == given
    return [len(batch) for batch in found]


def test_batches_have_96_files_and_deployments_of_384_stay_together() -> None:
    assert batches_of(250, 0) == [96, 96, 58]
    assert batches_of(250, 90) == [96, 96, 58]
    assert batches_of(250, 100) == [100, 96, 54]
    assert batches_of(384, 384) == [384]
    assert batches_of(385, 385) == [96, 96, 96, 96, 1]


def test_paths_are_relative_to_the_folder_of_the_command(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that is started elsewhere goes there."""
    write_tree(here / "work" / "tree", 1)
    job = Job(CheckRequest(use_cache=False), str(here / "work"), own_version())
    assert worker.begin(job, TreeTask(0, next(sources_of(["tree"])))).total == 3
    assert os.getcwd() == str(here / "work")
    gone = Job(CheckRequest(use_cache=False), str(here / "gone"), own_version())
    assert worker.begin(gone, TreeTask(1, next(sources_of(["tree"])))).total == 3
    assert os.getcwd() == str(here / "work")
