"""What may be read, what exists around a tree, and which folders are never walked into."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from for_each import for_each

from hotlint.analysis.files.facts import files_below
from hotlint.analysis.files.virtual_files import VirtualFiles
from hotlint.common.files import UnpackedTree, is_absent, is_refused, is_skipped_folder, text_within
from hotlint.operations.discovery import candidates

TEMPLATE = "heat_template_version: 2018-08-31\n"


def test_outside_of_a_folder_nothing_may_be_read(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out.yaml").write_text("x")
    outside, folder = str(tmp_path / "out.yaml"), str(tmp_path / "in")
    assert is_refused(outside, folder) and not is_absent(outside, folder)
    assert not is_refused(outside, None) and not is_absent(outside, None)
    with pytest.raises(PermissionError):
        text_within(outside, folder)


def test_outside_of_an_unpacked_tree_nothing_exists(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "t.yaml").write_text("t")
    (tmp_path / "out.yaml").write_text("x")
    outside, tree = str(tmp_path / "out.yaml"), UnpackedTree(tmp_path / "in")
    assert is_absent(outside, tree) and not is_refused(outside, tree)
    with pytest.raises(FileNotFoundError):
        text_within(outside, tree)
    assert text_within(str(tmp_path / "in" / "t.yaml"), tree) == "t"
    assert [tree.state(str(path)) for path in (tmp_path, tmp_path / "in2", "/")] == ["folder", "missing", "folder"]


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
