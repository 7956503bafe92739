"""What may be read, what exists around a tree, and which folders are never walked into."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from for_each import for_each

from hotlint.analysis.files.facts import files_below
from hotlint.analysis.files.virtual_files import VirtualFiles
from hotlint.common.files import ReadError, decode, is_skipped_folder, real_path
from hotlint.operations.discovery import candidates

TEMPLATE = "heat_template_version: 2018-08-31\n"


@for_each("name", ["node_modules", "__pycache__", ".git", ".venv", ".tox"])
def test_no_search_walks_into_folders_of_tools(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "t.yaml").write_text(TEMPLATE)
    assert is_skipped_folder(name)
    assert files_below(VirtualFiles(), str(tmp_path), lambda path: False, None) == ()
    assert list(candidates([str(tmp_path)], lambda path: False)) == []


def test_a_template_in_another_hidden_folder_is_checked_by_itself(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "t.yaml").write_text(TEMPLATE)
    assert files_below(VirtualFiles(), str(tmp_path), lambda path: False, None) == ()
    assert [c.path for c in candidates([str(tmp_path)], lambda path: False)] == [str(tmp_path / ".ci" / "t.yaml")]


def test_a_folder_with_too_many_files_is_read_up_to_the_limit(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.yaml").write_text("a: 1\n")
    found = files_below(VirtualFiles(), str(tmp_path), lambda path: False, 3)
    assert [os.path.basename(path) for path in found] == ["0.yaml", "1.yaml", "2.yaml"]


def test_text_that_is_binary_is_refused() -> None:
    assert decode("a\0".encode("utf-16")) == "a\0"
    with pytest.raises(ReadError, match="it is a binary file"):
        decode(b"a\0b")


def test_links_are_followed_anew_when_a_folder_has_become_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, outside, moved = (tmp_path / name for name in ("inside", "outside", "moved"))
    for folder in (inside, outside):
        (folder / "deep").mkdir(parents=True)
        (folder / "deep" / "t.yaml").touch()
    path = inside / "deep" / "t.yaml"
    assert real_path(str(path)) == str(path)
    (inside / "deep").rename(moved)
    (inside / "deep").symlink_to(outside / "deep")
    assert real_path(str(path)) == str(outside / "deep" / "t.yaml")
    (inside / "deep").unlink()
    moved.rename(inside / "deep")
    path.unlink()
    path.symlink_to(outside)
    assert real_path(str(path)) == str(outside)
    assert real_path(str(path / "deep" / ".." / "t.yaml")) == str(outside / "t.yaml")
    monkeypatch.chdir(inside)
    assert real_path("deep/t.yaml") == str(outside)
    monkeypatch.chdir(outside)
    assert real_path("deep/t.yaml") == str(outside / "deep" / "t.yaml")
    assert [real_path(odd) for odd in ("a\0b", "/", "/etc/..", "")] == ["a\0b", "/", "/", str(outside)]
