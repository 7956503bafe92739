"""Stored previews of suites: compared, updated, damaged, and left over."""

from __future__ import annotations

import os
from types import SimpleNamespace

import pytest
from suite_fixture import SuiteFolder, folder, suite

from hotlint.common.files import UnpackedTree
from hotlint.output.formats import renderer
from hotlint.suites.runner import RunOptions, SuiteRunner
from hotlint.suites.surroundings import ConfiguredSurroundings

__all__ = ["folder"]


def test_a_snapshot_is_compared_and_updated(folder: SuiteFolder) -> None:
    text = suite("snapshot: true")
    (failure,) = folder.run(text).tests[0].failures
    assert "there is no stored snapshot" in failure.message
    assert folder.run(text, update=True).snapshots == 1
    assert folder.run(text).ok
    changed = suite("parameters: {image: debian}", "snapshot: true")
    (failure,) = folder.run(changed).tests[0].failures
    assert failure.sides is not None
    assert "name: web-cirros" in failure.sides[0]
    assert "name: web-debian" in failure.sides[1]
    assert folder.run(changed, update=True).snapshots == 1
    assert folder.run(changed).ok


def test_a_snapshot_holds_no_secret(folder: SuiteFolder) -> None:
    folder.run(suite("snapshot: true"), update=True)
    stored = (folder.folder / "__snapshots__" / "t.hot-test.yaml.snap").read_text(encoding="utf-8")
    assert "hunter22" not in stored
    assert "******" in stored


def test_unused_snapshots_are_reported_and_removed(folder: SuiteFolder) -> None:
    folder.run(suite("snapshot: true"), update=True)
    other = suite("errors: [{at: outputs.fails}]")
    assert folder.run(other).unused == ("one",)
    folder.run(other, update=True)
    assert not (folder.folder / "__snapshots__" / "t.hot-test.yaml.snap").exists()


@pytest.mark.parametrize(
    "text", ["a: [", "<<<<<<< HEAD\na: b\n=======\na: c\n>>>>>>> other\n", "a: b\nc: {}\n", "5", "\0"]
)
def test_a_damaged_snapshot_file_is_an_error_and_is_kept(folder: SuiteFolder, text: str) -> None:
    path = folder.folder / "__snapshots__" / "t.hot-test.yaml.snap"
    folder.write("__snapshots__/t.hot-test.yaml.snap", text)
    for update in (False, True):
        result = folder.run(suite("snapshot: true"), update=update)
        assert "the stored snapshots cannot be read" in result.tests[0].failures[0].message
        assert result.suite.problems and not result.ok and result.snapshots == 0
        folder.run(suite("skip: later"), update=update)
        assert path.read_text() == text


def test_snapshots_that_could_not_be_read_again_are_not_written(
    folder: SuiteFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hotlint.suites.snapshots.files", SimpleNamespace(SIZE_LIMIT=200))
    result = folder.run(suite("snapshot: true"), update=True)
    assert "more than can be read again" in result.suite.problems[0].message
    assert (result.ok, result.snapshots, [*folder.folder.rglob("*.snap")]) == (False, 0, [])


def test_leftovers_of_a_killed_update_are_removed(folder: SuiteFolder) -> None:
    folder.write("__snapshots__/.hotlint-0123", "half a sn")
    os.utime(folder.folder / "__snapshots__" / ".hotlint-0123", (0, 0))
    folder.run(suite("snapshot: true"), update=True)
    assert [p.name for p in (folder.folder / "__snapshots__").iterdir()] == ["t.hot-test.yaml.snap"]


def test_nothing_is_written_outside_of_an_unpacked_tree(
    folder: SuiteFolder, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (folder.folder / "__snapshots__").symlink_to(outside)
    path = folder.write("t.hot-test.yaml", suite("snapshot: true"))
    surroundings = ConfiguredSurroundings(enabled=False, confined_to=UnpackedTree(folder.folder))
    result = SuiteRunner(surroundings, RunOptions(renderer("preview", "yaml"), None, True)).run_file(path)
    stored = folder.folder / "__snapshots__" / "t.hot-test.yaml.snap"
    assert [problem.message for problem in result.suite.problems] == [
        f"the snapshots cannot be written: {stored}: it is outside of the folder, which is not trusted"
    ]
    assert [*outside.iterdir()] == []
