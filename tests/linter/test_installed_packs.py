"""Which rule packs are installed, what is remembered of them, and when their code has changed."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hotlint.common.cache_dir import read_private, write_private
from hotlint.linter.packs.installed import RulePack, code_version, installed_packs

Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return a function that writes the metadata of a distribution to a folder; `one` and `two` are all of `sys.path`."""
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path / "cache"))
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    paths = [str(tmp_path / "one"), "", str(tmp_path / "gone"), str(tmp_path / "two"), str(tmp_path / "one")]
    monkeypatch.setattr(sys, "path", paths)

    def write(name: str, points: str | bytes, url: object = None) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "entry_points.txt").write_bytes(points if isinstance(points, bytes) else points.encode())
        if url is not None:
            (folder / "direct_url.json").write_text(url if isinstance(url, str) else json.dumps(url))
        return folder

    return write


def test_packs_are_read_from_the_metadata_of_distributions(install: Install) -> None:
    install(
        "one/zoo-1.0.dist-info",
        "[console_scripts]\nother = not.this\n[hotlint.rules]\n# no = comment\n; no = comment\nno target\n\n"
        " zoo = zoo.rules:MINE [extra] \nant=ant_rules\nlate = a = b\n[hotlint.rules2]\nafter = not.this\n",
    )
    install("two/old-2.egg-info", "[hotlint.rules]\nold = old_rules\n")
    install("two/elsewhere", "[hotlint.rules]\nelse = not.this\n")
    install("two/binary-1.dist-info", b"[hotlint.rules]\n\xff = not.this\n")
    (Path(sys.path[0]) / "empty-1.dist-info").mkdir()
    wanted = (
        RulePack("ant", "ant_rules", "zoo-1.0.dist-info", ""),
        RulePack("late", "a = b", "zoo-1.0.dist-info", ""),
        RulePack("old", "old_rules", "old-2.egg-info", ""),
        RulePack("zoo", "zoo.rules:MINE", "zoo-1.0.dist-info", ""),
    )
    assert installed_packs() == wanted
    assert installed_packs() == wanted


def test_the_first_folder_with_a_name_wins(install: Install) -> None:
    install("one/a-1.dist-info", "[hotlint.rules]\na = first\n")
    install("two/a-2.dist-info", "[hotlint.rules]\na = second\nb = second\n")
    assert [(pack.target, pack.distribution) for pack in installed_packs()] == [
        ("first", "a-1.dist-info"),
        ("second", "a-2.dist-info"),
    ]


@pytest.mark.parametrize(
    ("url", "source"),
    [
        ({"url": "file:///src/a%20b/../c", "dir_info": {"editable": True}}, "/src/c"),
        ({"url": "file:///src/a%20b", "dir_info": {"editable": True}}, "/src/a b"),
        ({"url": "file:///src", "dir_info": {"editable": False}}, ""),
        ({"url": "file:///src", "dir_info": {"editable": 1}}, ""),
        ({"url": "file:///src", "dir_info": {}}, ""),
        ({"dir_info": {"editable": True}}, ""),
        ({"url": "file:///src", "editable": True}, ""),
        ({"url": 5, "dir_info": {"editable": True}}, ""),
        ({"url": None, "dir_info": {"editable": True}}, ""),
        ({"url": "file://", "dir_info": {"editable": True}}, ""),
        ({"url": "file:///a%00b", "dir_info": {"editable": True}}, ""),
        (["editable"], ""),
        ('{"editable"', ""),
        (None, ""),
    ],
)
def test_the_source_of_an_editable_installation(install: Install, url: object, source: str) -> None:
    install("one/a-1.dist-info", "[hotlint.rules]\na = x\nb = y\n", url)
    assert [pack.source for pack in installed_packs()] == [source, source]


def test_packs_are_remembered_until_a_folder_changes(install: Install, tmp_path: Path) -> None:
    metadata = install("one/a-1.dist-info", "[hotlint.rules]\na = first\n")
    first = installed_packs()
    (metadata / "entry_points.txt").write_text("[hotlint.rules]\na = second\n")
    assert installed_packs() == first
    install("two/b-1.dist-info", "[hotlint.rules]\nb = other\n")
    os.utime(tmp_path / "two", (5, 5))
    assert [pack.target for pack in installed_packs()] == ["second", "other"]
    sys.path.pop(3)
    assert [pack.target for pack in installed_packs()] == ["second"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("hotlint rule packs 1\n", "hotlint rule packs 0\n"),
        ("\nend\n", "\n"),
        ("first\ta-1.dist-info\t", "first\ta-1.dist-info"),
        ("first\ta-1.dist-info\t", "first\ta-1.dist-info\t\t"),
    ],
)
def test_a_damaged_memory_is_not_used(install: Install, before: str, after: str) -> None:
    install("one/a-1.dist-info", "[hotlint.rules]\na = first\n")
    packs = installed_packs()
    kept = (read_private("rule-packs.txt") or b"").decode()
    assert before in kept
    changed = kept.replace("first", "forged").replace(
        before.replace("first", "forged"), after.replace("first", "forged")
    )
    write_private("rule-packs.txt", kept.replace("first", "forged").encode())
    assert [pack.target for pack in installed_packs()] == ["forged"]
    write_private("rule-packs.txt", changed.encode())
    assert installed_packs() == packs
    assert (read_private("rule-packs.txt") or b"").decode() == kept


def test_no_packs_are_remembered_too(install: Install, tmp_path: Path) -> None:
    assert installed_packs() == ()
    assert (read_private("rule-packs.txt") or b"").decode().endswith("\nend\n")
    assert installed_packs() == ()
    names = [
        f"{tmp_path / 'one'}:{os.stat(tmp_path / 'one').st_mtime_ns}",
        f"{tmp_path / 'two'}:{os.stat(tmp_path / 'two').st_mtime_ns}",
    ]
    assert (read_private("rule-packs.txt") or b"").decode().splitlines()[1] == "\t".join(names)


def test_a_cache_that_cannot_be_written_does_no_harm(install: Install, tmp_path: Path) -> None:
    install("one/a-1.dist-info", "[hotlint.rules]\na = first\n")
    (tmp_path / "cache").write_text("a file")
    assert [pack.target for pack in installed_packs()] == ["first"]


def test_the_version_of_code_is_that_of_its_distributions_and_sources(tmp_path: Path) -> None:
    packs = [RulePack("a", "x", "a-1", ""), RulePack("b", "y", "a-1", ""), RulePack("c", "z", "c-2", "")]
    assert code_version(packs) == "a-1, c-2"
    assert code_version(iter(())) == ""
    assert code_version([RulePack("a", "x", "a-1", str(tmp_path / "gone"))]) == "a-1 0"


def test_the_last_change_of_a_source_is_that_of_its_code(tmp_path: Path) -> None:
    ages = {
        "a.py": 20,
        "data.json": 30,
        "notes.txt": 90,
        "pack/deep/b.py": 40,
        ".git/c.py": 90,
        "_build/c.py": 90,
        "pack/__pycache__/c.py": 90,
        "pack/docs/c.json": 90,
    }
    no_code = ("node_modules", "tests", "docs", "build", "dist", "venv", "benchmarks", "examples", "vscode-extension")
    ages |= {f"{name}/c.py": 90 for name in no_code}
    for name, age in ages.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (age, age))
    (tmp_path / "linked").symlink_to(tmp_path / "tests")
    pack = RulePack("a", "x", "a-1", str(tmp_path))
    assert code_version([pack]) == "a-1 40000000000"
    os.utime(tmp_path / "data.json", (60, 60))
    assert code_version([pack]) == "a-1 60000000000"


def test_a_folder_of_a_source_that_cannot_be_listed_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "m.py").touch()
        os.utime(tmp_path / name / "m.py", (20, 20))
    real, refused = os.scandir, {str(tmp_path / "b")}

    def scandir(path: str) -> Any:
        if path in refused:
            raise PermissionError(13, "no way", path)
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    pack = RulePack("a", "x", "a-1", str(tmp_path))
    for name in ("a", "b", "c"):
        refused.clear()
        refused.add(str(tmp_path / name))
        assert code_version([pack]) == "a-1 20000000000"
    refused |= {str(tmp_path / name) for name in ("a", "b")}
    assert code_version([pack]) == "a-1 0"
