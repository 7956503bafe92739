"""Which files a run may read, by what its user names and allows."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from hotlint.common.boundary import (
    UnpackedTree,
    UserFolders,
    is_absent,
    may_read,
    may_read_in,
    of_text,
    refusal,
    text_within,
)
from hotlint.linter.settings.finder import user_folders


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder below the working folder, which is in no repository; the home folder is beside it."""
    for name in ("work/a/b", "home/.config", "home/x", "other"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("HOTLINT_ALLOW_OUTSIDE", raising=False)
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


def read(boundary: str | None, folder: Path, *names: str) -> list[bool]:
    """Return of each file whether it may be read, which is the same answer as for all files of its folder."""
    paths = [str(folder / name) for name in names]
    found = [may_read(path, boundary) for path in paths]
    assert found == [may_read_in(os.path.dirname(path), boundary)(path) for path in paths]
    return found


def test_outside_of_a_folder_nothing_may_be_read(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out.yaml").write_text("x")
    outside, folder = str(tmp_path / "out.yaml"), str(tmp_path / "in")
    assert refusal(outside, folder) and not is_absent(outside, folder)
    assert not refusal(outside, None) and not is_absent(outside, None)
    with pytest.raises(PermissionError):
        text_within(outside, folder)
    (tmp_path / "in" / "link.yaml").symlink_to(outside)
    assert read(folder, tmp_path, "in/t.yaml", "out.yaml", "in/link.yaml") == [True, False, False]


def test_outside_of_an_unpacked_tree_nothing_exists(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "t.yaml").write_text("t")
    (tmp_path / "out.yaml").write_text("x")
    outside, tree = str(tmp_path / "out.yaml"), UnpackedTree(tmp_path / "in")
    assert is_absent(outside, tree) and not refusal(outside, tree)
    with pytest.raises(FileNotFoundError):
        text_within(outside, tree)
    assert read(tree, tmp_path, "in/t.yaml", "out.yaml") == [True, False]
    assert text_within(str(tmp_path / "in" / "t.yaml"), tree) == "t"
    assert [tree.state(str(path)) for path in (tmp_path, tmp_path / "in2", "/")] == ["folder", "missing", "folder"]


def test_a_repository_is_the_boundary_of_its_files(here: Path) -> None:
    (here / "work" / "a" / ".git").mkdir()
    boundary = user_folders(["a/b/t.yaml"])
    assert boundary.folders == (str(here / "work" / "a"),)
    names = (
        "a/t.yaml",
        "a/b/c/t.yaml",
        "a/.env",
        "a/.git/config",
        "a/.GIT/config",
        "a/b/.git/x",
        "t.yaml",
        "a2/t.yaml",
        "a/../t.yaml",
    )
    assert read(boundary, here / "work", *names) == [True, True, True, False, False, False, False, False, False]
    assert not any(
        may_read(path, boundary) for path in ("/proc/self/environ", "/proc/1/root/x", "/dev/null", "/etc/passwd")
    )


@pytest.mark.parametrize("mark", [".git", ".hg", ".svn", ".bzr"])
def test_a_submodule_belongs_to_the_repository_around_it(here: Path, mark: str) -> None:
    (here / "work" / mark).mkdir()
    (here / "work" / "a" / ".git").write_text("gitdir: ../.git/modules/a\n")
    assert user_folders(["a/b/t.yaml"]).folders == (str(here / "work"),)
    (here / "work" / mark).rmdir()
    assert user_folders(["a/b/t.yaml"]).folders == (str(here / "work" / "a"),), "a worktree of a repository elsewhere"


def test_without_a_repository_the_working_folder_counts_where_it_is_around(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = here / "work"
    assert (
        user_folders(["a/b/t.yaml"]).folders
        == user_folders(["a"]).folders
        == user_folders(["."]).folders
        == (str(work),)
    )
    assert user_folders(["../other/t.yaml"]).folders == (str(here / "other"),)
    assert user_folders(["t.yaml", "../other"]).folders == (str(work), str(here / "other"))
    monkeypatch.chdir(work / "a" / "b")
    assert user_folders(["../t.yaml"]).folders == (str(work / "a"),)
    monkeypatch.chdir(here / "home")
    assert user_folders(["x/t.yaml"]).folders == (str(here / "home" / "x"),), "the home folder is no project"
    monkeypatch.chdir("/")
    assert user_folders([f"{work}/a/t.yaml"]).folders == (str(work / "a"),)


def test_the_folder_of_a_configuration_above_counts(here: Path) -> None:
    (here / "work" / ".hotlint.yaml").write_text("ignore: []\n")
    (here / "work" / "a" / ".git").mkdir()
    assert user_folders(["a/b/t.yaml"]).folders == (str(here / "work" / "a"), str(here / "work"))
    (here / "home" / ".hotlint.yaml").write_text("ignore: []\n")
    assert user_folders(["../home/x/t.yaml"]).folders == (
        str(here / "home" / "x"),
        str(here / "home" / ".hotlint.yaml"),
    )


def test_hidden_files_of_the_home_folder_are_not_read(here: Path) -> None:
    boundary = user_folders(["../home/t.yaml"])
    assert read(boundary, here / "home", "x/t.yaml", ".config/x", "x/.env", ".bashrc", ".hotlint.yaml") == [
        True,
        False,
        False,
        False,
        True,
    ]
    (here / "home" / ".git").mkdir()
    boundary = user_folders(["../home/x/t.yaml"])
    assert boundary.folders == (str(here / "home"),)
    assert read(boundary, here / "home", "x/t.yaml", ".config/x", ".netrc") == [True, False, False]
    boundary = user_folders(["../home/.config/e.env"])
    assert read(UserFolders((str(here / "home" / ".config"),)), here / "home", ".config/x", ".netrc") == [True, False]


def test_at_the_top_of_the_system_only_its_own_files_are_read() -> None:
    boundary = UserFolders(("/",))
    paths = ("/t.yaml", "/etc/passwd", "/proc/self/environ", "/sys/x", "/dev/sda")
    assert [may_read(path, boundary) for path in paths] == [True, False, False, False, False]


def test_a_link_leads_where_it_leads(here: Path) -> None:
    (here / "work" / ".git").mkdir()
    (here / "other" / "secret").write_text("x")
    (here / "work" / "secret").symlink_to(here / "other" / "secret")
    (here / "work" / "folder").symlink_to(here / "other")
    (here / "work" / "within").symlink_to("a")
    (here / "work" / "self").symlink_to("/proc/self")
    (here / "work" / "first").symlink_to("/proc/1/root")
    for named in ("t.yaml", "secret", "folder", "folder/t.yaml", "self/t.yaml"):
        boundary = user_folders([named])
        assert boundary.folders == (str(here / "work"),)
        paths = ("secret", "folder/secret", "self/environ", "first/x", "within/t.yaml", "folder/../t.yaml")
        assert read(boundary, here / "work", *paths) == [False, False, False, False, True, True]


def test_a_user_allows_more(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boundary = user_folders(["t.yaml"], ["../other"])
    assert read(boundary, here, "other/x", "other/.git/config", "home/x/y", "work/x") == [True, True, False, True]
    monkeypatch.setenv("HOTLINT_ALLOW_OUTSIDE", f"{here / 'home' / 'x'}{os.pathsep}")
    boundary = user_folders(["t.yaml"])
    assert read(boundary, here, "home/x/y", "home/y", "other/x") == [True, False, False]
    assert not may_read("/proc/self/environ", user_folders(["t.yaml"], ["/"])), "these are no files"


def test_what_is_named_by_an_open_descriptor_is_read(here: Path) -> None:
    (here / "other" / "t.yaml").write_text("x")
    with (here / "other" / "t.yaml").open() as file:
        boundary = user_folders([f"/dev/fd/{file.fileno()}"])
        assert may_read(f"/dev/fd/{file.fileno()}", boundary)
        assert not may_read(str(here / "other" / "u.yaml"), boundary)


def test_the_reason_says_where_and_how_to_allow_more(here: Path) -> None:
    (here / "work" / ".git").mkdir()
    boundary = user_folders(["t.yaml"])
    hint = "; --allow-outside DIR allows a folder"
    assert refusal(str(here / "x"), boundary) == f"it is outside of {here / 'work'}{hint}"
    assert (
        refusal(str(here / "work" / ".git" / "config"), boundary)
        == f"it is hidden in the home folder, or belongs to git{hint}"
    )


def test_a_boundary_goes_to_another_process(here: Path) -> None:
    boundary = user_folders(["t.yaml", "../other/t.yaml"], ["../home"])
    for other in (pickle.loads(pickle.dumps(boundary)), of_text(str.__str__(boundary))):
        assert isinstance(other, UserFolders)
        assert (other, other.folders, other.allowed) == (boundary, boundary.folders, boundary.allowed)
    assert of_text("/x") == "/x" and of_text(None) is None
