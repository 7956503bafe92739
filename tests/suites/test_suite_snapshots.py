"""Stored previews of suites: compared, updated, damaged, and left over."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from suite_fixture import SuiteFolder, folder, suite

from hotlint.common.boundary import UnpackedTree
from hotlint.operations.scope import SettingsScope
from hotlint.operations.surroundings import ConfiguredSurroundings
from hotlint.output.formats import renderer
from hotlint.suites.runner import RunOptions, SuiteRunner
from hotlint.suites.snapshots import SnapshotFile

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


def test_a_snapshot_is_the_same_from_any_working_folder(
    folder: SuiteFolder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    body = "heat_template_version: 2018-08-31\nresources:\n"
    for number, type_ in enumerate(("gone.yaml", "broken.yaml", "plain.yaml", "in/child.yaml")):
        body += f"  r{number}: {{type: {type_}}}\n"
        body += f"  g{number}: {{type: OS::Heat::ResourceGroup, properties: {{resource_def: {{type: {type_}}}}}}}\n"
    folder.write("sub/t.yaml", body + "  file: {type: OS::Heat::Value, properties: {value: {get_file: gone.sh}}}\n")
    folder.write("sub/broken.yaml", "a: [")
    folder.write("sub/plain.yaml", "a: b")
    folder.write("sub/in/child.yaml", "heat_template_version: 2018-08-31\noutputs: {o: {value: {get_file: a.sh}}}\n")
    folder.write("sub/s.hot-test.yaml", suite("snapshot: true"))
    results = []
    for cwd, path, update in ((tmp_path / "sub", "s.hot-test.yaml", True), (tmp_path, "sub/s.hot-test.yaml", False)):
        monkeypatch.chdir(cwd)
        options = RunOptions(renderer("preview", "yaml"), None, update)
        results.append(SuiteRunner(ConfiguredSurroundings(SettingsScope(use_config=False)), options).run_file(path))
    assert [(result.snapshots, result.ok) for result in results] == [(1, True), (0, True)]


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
    surroundings = ConfiguredSurroundings(SettingsScope(use_config=False, confined_to=UnpackedTree(folder.folder)))
    result = SuiteRunner(surroundings, RunOptions(renderer("preview", "yaml"), None, True)).run_file(path)
    stored = folder.folder / "__snapshots__" / "t.hot-test.yaml.snap"
    assert [problem.message for problem in result.suite.problems] == [
        f"the snapshots cannot be written: {stored}: it is outside of the folder, which is not trusted"
    ]
    assert [*outside.iterdir()] == []


HEAD = (
    "# Snapshots of s.hot-test.yaml. Update them with `hotlint test --update-snapshots`, and review the difference.\n"
)


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """The stored snapshots of a suite, with a comment of a reader."""
    path = tmp_path / "__snapshots__" / "s.hot-test.yaml.snap"
    path.parent.mkdir()
    path.write_text("# kept\nb: second\na: first\n", encoding="utf-8")
    return path


def snapshots_of(stored: Path) -> SnapshotFile:
    """Return the snapshots of the suite."""
    found = SnapshotFile(str(stored.parent.parent / "s.hot-test.yaml"))
    assert found.path == str(stored)
    return found


def test_a_snapshot_is_used_by_a_test_that_asks_for_it_or_puts_it(stored: Path) -> None:
    found = snapshots_of(stored)
    assert found.unused() == ("b", "a")
    assert (found.get("b"), found.get("c")) == ("second", None)
    assert found.unused() == ("a",)
    found.put("a", "first")
    assert (found.unused(), found.updates) == ((), {})
    found.put("a", "other")
    assert (found.unused(), found.updates) == ((), {"a": "other"})


def test_snapshots_that_do_not_change_are_not_written(stored: Path) -> None:
    for keep in (True, False):
        found = snapshots_of(stored)
        found.put("a", "first")
        found.get("b")
        found.save(keep=keep)
        assert stored.read_text(encoding="utf-8") == "# kept\nb: second\na: first\n"
    found = snapshots_of(stored)
    found.save(keep=True)
    assert stored.read_text(encoding="utf-8") == "# kept\nb: second\na: first\n"


def test_snapshots_are_written_by_name_with_a_head(stored: Path) -> None:
    found = snapshots_of(stored)
    found.put("c", "third")
    found.save(keep=True)
    assert stored.read_text(encoding="utf-8") == f"{HEAD}a: first\nb: second\nc: third\n"
    found.save(keep=False)
    assert stored.read_text(encoding="utf-8") == f"{HEAD}c: third\n"


def test_what_another_process_writes_meanwhile_is_kept(stored: Path) -> None:
    found = snapshots_of(stored)
    found.put("a", "changed")
    stored.write_text("a: first\nb: changed too\nd: new\n", encoding="utf-8")
    found.get("d")
    found.save(keep=False)
    assert stored.read_text(encoding="utf-8") == f"{HEAD}a: changed\nd: new\n"


def test_a_file_that_is_damaged_meanwhile_is_kept(stored: Path) -> None:
    found = snapshots_of(stored)
    found.put("a", "changed")
    stored.write_text("a: [", encoding="utf-8")
    found.save(keep=True)
    assert stored.read_text(encoding="utf-8") == "a: ["
    assert found.problem.startswith(f"the stored snapshots cannot be read, and are not changed: {stored}: line 1: ")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a: b\nc: {}\n", "it is not a mapping from tests to texts"),
        ("- a\n", "it is not a mapping from tests to texts"),
        ("a: [\n", "line 1: "),
        (f"a: &a [{', '.join(['x'] * 999)}]\nb: [{', '.join(['*a'] * 100)}]\n", "it holds too much"),
        ("", ""),
        ("# nothing\n", ""),
    ],
    ids=["mapping", "list", "open", "large", "empty", "comment"],
)
def test_why_stored_snapshots_cannot_be_read(stored: Path, text: str, why: str) -> None:
    stored.write_text(text, encoding="utf-8")
    found = snapshots_of(stored)
    assert (found.get("a"), found.unused()) == (None, ())
    start = f"the stored snapshots cannot be read, and are not changed: {stored}: {why}"
    assert found.problem.startswith(start) if why.endswith(": ") else found.problem == (start if why else "")


def test_a_folder_in_place_of_snapshots_is_a_problem(stored: Path) -> None:
    stored.unlink()
    stored.mkdir()
    found = snapshots_of(stored)
    assert found.get("a") is None
    assert (
        found.problem
        == f"the stored snapshots cannot be read, and are not changed: {stored}: it is a folder; name a file in it"
    )
    stored.rmdir()
    assert snapshots_of(stored).get("a") is None
    assert snapshots_of(stored).problem == ""


def test_the_snapshot_of_a_skipped_test_is_kept(folder: SuiteFolder) -> None:
    assert folder.run(suite("snapshot: true"), update=True).snapshots == 1
    skipped = suite("skip: later", "snapshot: true")
    assert folder.run(skipped).unused == ()
    assert folder.run(skipped, update=True).unused == ()
    assert folder.run(suite("snapshot: true")).ok


def test_a_value_that_only_looks_like_a_hidden_one_is_compared(folder: SuiteFolder) -> None:
    head = "heat_template_version: 2018-08-31\nparameters:\n  auth: {type: string, hidden: true, default: None}\n"
    tail = (
        "  retries: {type: number, hidden: true, default: 100}\n"
        "resources: {v: {type: OS::Cinder::Volume, properties: {size: 100, name: {get_param: mirror}}}}\n"
    )
    template = folder.folder / "t.yaml"
    for mirror, passes in (("None", True), ('"100"', False)):
        template.write_text(f"{head}  mirror: {{type: string, default: {mirror}}}\n{tail}")
        found = folder.run(suite("snapshot: true"), update=passes)
        assert [one.state for one in found.tests] == ["passed" if passes else "failed"]
