"""Stamps of files: a file counts as unchanged only where nothing can have changed since it was stamped."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from hotlint.common.files import FileStamp, file_stamp
from hotlint.operations.batch import file_stamps
from hotlint.operations.batch.file_stamps import FileStamps, Stamp, content_hash

CLOCK = 20_000_000
"""Nanoseconds by which the clock of a file system may be late."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.yaml").write_text("one")
    (tmp_path / "a" / "two.yaml").write_text("two")
    return tmp_path


def begun(monkeypatch: pytest.MonkeyPatch, at: int) -> FileStamps:
    """Return the stamps of a run that has begun at a time, in nanoseconds."""
    monkeypatch.setattr(file_stamps, "time", SimpleNamespace(time_ns=lambda: at))
    return FileStamps()


def later(monkeypatch: pytest.MonkeyPatch, *paths: str | Path) -> FileStamps:
    """Return the stamps of the first run for which all changes of files, and of links themselves, are past."""
    latest = max(file_stamp(str(path), follow=follow).changed for path in paths for follow in (True, False))
    return begun(monkeypatch, latest + CLOCK + 1)


def changed(path: Path, text: str) -> None:
    """Write a file; its time of change differs, however coarse the clock is."""
    before = file_stamp(str(path)).changed
    while file_stamp(str(path)).changed == before:
        path.write_text(text)


def test_a_file_is_settled_that_has_not_changed_since_the_clock_before_the_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(folder / "a" / "one.yaml")
    stamp = Stamp(*file_stamp(path), content_hash(path))
    assert stamp.facts() == file_stamp(path)
    assert later(monkeypatch, path, folder / "a").settled(path) == stamp
    latest = max(file_stamp(path).changed, file_stamp(str(folder / "a")).changed)
    assert begun(monkeypatch, latest + CLOCK).settled(path) is None


def test_a_change_of_the_folder_counts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamps = later(monkeypatch, folder / "a", folder / "a" / "one.yaml")
    changed(folder / "a" / "new.yaml", "new")
    assert stamps.settled("a/one.yaml") is None


def test_a_change_of_the_link_or_of_its_file_counts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "b").mkdir()
    (folder / "b" / "link.yaml").symlink_to(folder / "a" / "one.yaml")
    link = str(folder / "b" / "link.yaml")
    assert later(monkeypatch, link, folder / "b").settled(link) == Stamp(*file_stamp(link), content_hash(link))
    stamps = later(monkeypatch, link, folder / "b")
    changed(folder / "a" / "one.yaml", "new")
    assert stamps.settled(link) is None


def test_a_missing_file_has_the_stamp_of_the_nearest_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamps = later(monkeypatch, folder, folder / "a")
    assert stamps.settled("a/no/such/file.yaml") == Stamp(0, 0, 0, 0, "")
    changed(folder / "a" / "new.yaml", "new")
    assert stamps.settled("a/no/such/file.yaml") is None
    assert stamps.settled("b/file.yaml") == Stamp(0, 0, 0, 0, "")


def test_a_file_that_changes_while_it_is_read_is_not_settled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamps = later(monkeypatch, folder / "a", folder / "a" / "one.yaml")

    def read(path: str) -> str:
        changed(Path(path), "changed")
        return content_hash(path)

    monkeypatch.setattr(file_stamps, "content_hash", read)
    assert stamps.settled("a/one.yaml") is None


@pytest.mark.parametrize("facts_tell", [True, False])
def test_the_content_decides_where_the_facts_differ(
    folder: Path, monkeypatch: pytest.MonkeyPatch, facts_tell: bool
) -> None:
    """On Windows it decides always, but for a missing file."""
    monkeypatch.setattr(file_stamps, "_FACTS_TELL", facts_tell)
    path = str(folder / "a" / "one.yaml")
    facts, content = file_stamp(path), content_hash(path)
    known = Stamp(*facts, content)
    assert FileStamps().is_same(path, known)
    assert FileStamps().is_same(path, known._replace(modified=1, changed=1, inode=1))
    assert not FileStamps().is_same(path, known._replace(modified=1, size=4))
    assert not FileStamps().is_same(path, known._replace(modified=1, content="0"))
    assert not FileStamps().is_same(path, known._replace(modified=1, content=""))
    assert FileStamps().is_same(path, known._replace(content="0")) is facts_tell
    missing = Stamp(0, 0, 0, 0, "")
    assert FileStamps().is_same("gone.yaml", missing)
    assert not FileStamps().is_same(path, missing)
    assert not FileStamps().is_same("gone.yaml", known)


def test_what_cannot_be_read_is_not_the_same_once_its_facts_differ(folder: Path) -> None:
    stamp = Stamp(*file_stamp("a"), "")
    assert content_hash("a") == content_hash("gone") == ""
    assert FileStamps().is_same("a", stamp)
    assert not FileStamps().is_same("a", stamp._replace(changed=1))


def test_a_file_is_looked_at_once_in_a_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamps = FileStamps()
    looked: list[str] = []

    def look(path: str, *, follow: bool = True) -> FileStamp:
        looked.append(path)
        return file_stamp(path, follow=follow)

    monkeypatch.setattr(file_stamps, "file_stamp", look)
    known = Stamp(*file_stamp("a/one.yaml"), "")
    for stamp in (known, known, known._replace(size=9)):
        stamps.is_same("a/one.yaml", stamp)
    assert looked == ["a/one.yaml"]
    first = stamps.settled_tree("a")
    seen = len(looked)
    assert (stamps.settled_tree("a"), len(looked)) == (first, seen)


def test_a_tree_is_settled_once_no_change_below_it_is_recent(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes of its folders count, and those of files in any folder but hidden ones and those of tools."""
    (folder / "a" / "b").mkdir()
    deep = folder / "a" / "b" / "deep.yaml"
    deep.write_text("deep")
    paths = [folder / "a", folder / "a" / "b", deep, *(folder / "a").glob("*.yaml")]
    stamp = later(monkeypatch, *paths).settled_tree("a")
    assert stamp is not None
    latest = max(file_stamp(str(path)).changed for path in paths)
    assert stamp.startswith(f"{latest}-3-")
    assert FileStamps().is_same_tree("a", stamp)
    assert begun(monkeypatch, latest + CLOCK).settled_tree("a") is None
    for name in (".git", "node_modules"):
        (folder / "a" / name).mkdir()
        (folder / "a" / name / "x.yaml").write_text("x")
    after = later(monkeypatch, *paths).settled_tree("a")
    assert after is not None and after.split("-")[1:] == stamp.split("-")[1:]
    assert not FileStamps().is_same_tree("a", stamp), "the folder has changed"


@pytest.mark.parametrize("change", ["a file", "a new name", "a new folder", "a removed file", "an older time"])
def test_a_tree_is_another_one_after_any_change(folder: Path, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    stamp = later(monkeypatch, folder / "a", *(folder / "a").iterdir()).settled_tree("a")
    assert stamp is not None
    one = folder / "a" / "one.yaml"
    if change == "a file":
        changed(one, "new")
    elif change == "a new name":
        one.rename(folder / "a" / "three.yaml")
    elif change == "a new folder":
        (folder / "a" / "b").mkdir()
        (folder / "a" / "b" / "x").touch()
    elif change == "a removed file":
        one.unlink()
    else:
        os.utime(one, ns=(1, 1))
    assert not FileStamps().is_same_tree("a", stamp)


def test_each_file_of_a_tree_counts_also_where_no_time_tells(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {"one.yaml": 3, "two.yaml": 3}

    def look(path: str, *, follow_symlinks: bool = True) -> SimpleNamespace:
        return SimpleNamespace(st_mtime_ns=1, st_size=sizes.get(os.path.basename(path), 0), st_ctime_ns=1, st_ino=1)

    stamps = []
    for name in ("", "one.yaml", "two.yaml"):
        sizes[name] = sizes.get(name, 0) + 1
        with monkeypatch.context() as patched:
            patched.setattr(os, "stat", look)
            stamps.append(FileStamps().settled_tree("a"))
    assert len(set(stamps)) == 3 and all(stamp is not None and stamp.startswith("1-2-") for stamp in stamps)
