"""The configuration that is nearest to a file, and the project around a folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hotlint.linter.settings import finder
from hotlint.linter.settings.finder import Nearest, enclosing_project, is_larger, no_projects


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, `/a/b/c` in it, with the home folder and the temporary folder elsewhere."""
    (tmp_path / "a" / "b" / "c").mkdir(parents=True)
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary") + "/")
    monkeypatch.chdir(tmp_path / "home")
    return tmp_path


def test_the_nearest_configuration_of_a_file(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "a" / ".hotlint.yaml").touch()
    (tree / "a" / "b" / "c" / ".hotlint.yaml").mkdir()
    nearest = Nearest()
    wanted = str(tree / "a" / ".hotlint.yaml")
    assert nearest.of_file(str(tree / "a" / "b" / "c" / "t.yaml")) == wanted
    assert nearest.of_file(str(tree / "a")) is None
    monkeypatch.chdir(tree / "a" / "b")
    assert nearest.of_file("t.yaml") == wanted
    (tree / "a" / ".hotlint.yaml").unlink()
    assert nearest.of_folder(str(tree / "a" / "b" / "c")) == wanted  # remembered
    assert Nearest().of_folder(str(tree / "a" / "b")) is None


def test_nothing_is_looked_for_above_the_top(tree: Path) -> None:
    (tree / ".hotlint.yaml").touch()
    (tree / "a" / "b" / ".hotlint.yml").touch()
    (tree / "a" / "b" / "hotlint.yaml").touch()
    (tree / "hotlint.yaml").touch()
    nearest = Nearest(str(tree / "a"))
    assert nearest.of_folder(str(tree / "a" / "b" / "c")) is None
    assert [*nearest.misnamed] == [str(tree / "a" / "b" / name) for name in (".hotlint.yml", "hotlint.yaml")]
    assert Nearest(str(tree)).of_folder(str(tree / "a" / "b")) == str(tree / ".hotlint.yaml")


@pytest.mark.parametrize(
    ("text", "is_project"),
    [
        ("", False),
        ("\n# only this\n  # and this\n---\n{}\n  {}\n", False),
        ("ignore: []\n", True),
        ("# first\nignore: []\n", True),
        ("{ }\n", True),
        ("#" * 70_000 + "\nignore: []\n", False),
    ],
)
def test_a_configuration_with_settings_marks_a_project(tree: Path, text: str, is_project: bool) -> None:
    (tree / "a" / ".hotlint.yaml").write_text(text)
    inner = str(tree / "a" / "b")
    assert enclosing_project(inner) == (str(tree / "a") if is_project else inner)
    assert enclosing_project(inner, use_config=False) == inner


def test_a_folder_that_is_named_like_a_configuration_marks_no_project(tree: Path) -> None:
    (tree / "a" / ".hotlint.yaml").mkdir()
    assert enclosing_project(str(tree / "a" / "b")) == str(tree / "a" / "b")


def test_the_repository_is_the_project_before_a_configuration(tree: Path) -> None:
    deep = str(tree / "a" / "b" / "c")
    for folder in (tree / "a" / "b", tree / "a", tree):
        (folder / ".hotlint.yaml").write_text("ignore: []\n")
    assert enclosing_project(deep) == str(tree / "a" / "b")
    (tree / "a" / ".git").touch()
    assert enclosing_project(deep) == str(tree / "a")
    assert enclosing_project(str(tree / "a" / "b")) == str(tree / "a")
    assert enclosing_project(str(tree / "a")) == str(tree / "a")
    (tree / ".git").mkdir()
    assert enclosing_project(deep) == str(tree / "a")
    assert enclosing_project(str(tree / "home")) == str(tree / "home")


def test_a_repository_that_is_too_large_leaves_the_configuration_and_then_the_working_folder(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = str(tree / "a" / "b" / "c")
    (tree / "a" / ".git").touch()
    for name in "xyz":
        (tree / "a" / name).touch()
    (tree / "a" / "b" / ".hotlint.yaml").write_text("ignore: []\n")
    monkeypatch.setattr(finder, "LIMIT", 5)
    assert enclosing_project(deep) == str(tree / "a" / "b")
    assert enclosing_project(deep, home=str(tree / "a")) == str(tree / "a" / "b")
    assert enclosing_project(deep, use_config=False) == deep
    assert enclosing_project(deep, use_config=False, home=str(tree / "a")) == str(tree / "a")
    monkeypatch.setattr(finder, "LIMIT", 7)
    assert enclosing_project(deep) == str(tree / "a")
    monkeypatch.setattr(finder, "LIMIT", 0)
    monkeypatch.setattr(finder, "HOME_LIMIT", 5)
    assert enclosing_project(deep, home=str(tree / "a")) == deep


def test_the_working_folder_is_a_project_unless_it_is_all_that_a_user_has(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = str(tree / "a" / "b")
    assert enclosing_project(inner) == inner
    monkeypatch.chdir(tree / "a")
    assert enclosing_project(inner) == str(tree / "a")
    assert enclosing_project("b") == str(tree / "a")
    assert enclosing_project(str(tree / "home")) == str(tree / "home")
    assert enclosing_project(inner, home="b/c") == inner
    assert enclosing_project(inner, home=inner) == inner
    for variable, value in (("HOME", tree / "a"), ("TMPDIR", f"{tree / 'a'}/")):
        with monkeypatch.context() as patch:
            patch.setenv(variable, str(value))
            assert enclosing_project(inner) == inner
    assert enclosing_project(inner, home="/") == inner


def test_the_home_folder_and_the_root_are_marked_by_nothing(tree: Path) -> None:
    (tree / "home" / "x").mkdir()
    (tree / "home" / ".git").touch()
    (tree / "home" / ".hotlint.yaml").write_text("ignore: []\n")
    inner = str(tree / "home" / "x")
    assert enclosing_project(inner) == inner
    assert no_projects() == (str(tree / "home"), "/", str(tree / "temporary"))


def test_without_a_variable_temporary_files_are_in_their_usual_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TMPDIR", raising=False)
    assert no_projects() == (os.path.expanduser("~"), "/", "/tmp")


@pytest.mark.parametrize(("mark", "limit"), [(".git", 50_000), (".hotlint.yaml", 50_000), ("", 5_000)])
def test_how_many_files_a_project_may_have(tree: Path, monkeypatch: pytest.MonkeyPatch, mark: str, limit: int) -> None:
    project, inner = str(tree / "a"), str(tree / "a" / "b")
    if mark:
        (tree / "a" / mark).write_text("ignore: []\n")
    for count, found in ((limit, project), (limit + 1, inner)):
        monkeypatch.setattr(
            finder, "walked", lambda _, count=count: iter([("", ["b"], ["f"]), ("b", [], ["f"] * (count - 2))])
        )
        assert enclosing_project(inner, home=project) == found


@pytest.mark.parametrize("name", [".hidden", "node_modules", "__pycache__"])
def test_a_search_of_the_project_does_not_enter_a_skipped_folder(tree: Path, name: str) -> None:
    (tree / "a" / ".git").touch()
    inner = tree / "a" / name / "x"
    inner.mkdir(parents=True)
    assert enclosing_project(str(inner)) == str(inner)
    assert enclosing_project(str(inner.parent)) == str(inner.parent)


def test_how_large_a_folder_is(tree: Path) -> None:
    for name in ("one", "b/two", "b/c/three", ".x/hidden", "node_modules/m"):
        path = tree / "a" / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    project = str(tree / "a")
    assert [limit for limit in range(8) if is_larger(project, limit)] == [0, 1, 2, 3, 4]
    assert not is_larger(str(tree / "gone"), 0)
