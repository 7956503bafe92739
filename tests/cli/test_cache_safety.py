"""The cache folder: nothing wrong is answered out of it, nothing gets out of it, and strangers cannot write into it."""

from __future__ import annotations

import os
import random
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from hotlint.cli.main import main
from hotlint.common import cache_dir as private_files
from hotlint.linter.checking.engine import Engine

CORRUPTIONS = int(os.environ.get("HOTLINT_CORRUPTIONS", "25"))
"""How many damaged caches are tried; a release is tried with 2,000."""
TEMPLATE = """\
heat_template_version: 2018-08-31
description: d
parameters:
  p: {type: string, description: d}
resources:
  a: {type: OS::Heat::Value, properties: {value: {get_param: p}}}
  b: {type: OS::Heat::Valu, properties: {valve: 1}}
"""

Check = Callable[..., str]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Runs `hotlint check` in a folder with one template, and returns its output."""
    (tmp_path / "work").mkdir()
    (tmp_path / "cache").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    Path("a.yaml").write_text(TEMPLATE)

    def run(*args: str) -> str:
        time.sleep(0.03)  # what has just changed is not kept
        main(["check", *(args or ("a.yaml",))])
        done = capsys.readouterr()
        return done.out + done.err

    return run


def kept(tmp_path: Path) -> dict[str, bytes]:
    """Return the content of the files in the cache folder."""
    return {p.name: p.read_bytes() for p in (tmp_path / "cache/hotlint").iterdir()}


def test_a_change_that_keeps_size_and_time(check: Check) -> None:
    before = os.stat("a.yaml")
    assert "OS::Heat::Valu'" in check()
    Path("a.yaml").write_text(TEMPLATE.replace("Valu,", "Vals,"))
    os.utime("a.yaml", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert os.stat("a.yaml").st_size == before.st_size
    assert "OS::Heat::Vals'" in check()


def test_an_unchanged_content_with_another_time_is_not_checked_again(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = check()
    os.utime("a.yaml", ns=(1, 1))
    monkeypatch.setattr(Engine, "check_file", None)
    assert check() == first


@pytest.mark.parametrize("named", ["a.yaml", "."])
def test_an_edit_during_the_run(check: Check, monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    original = Engine.check_file

    def edited(self: Engine, path: str, text: str | None = None, *, named: bool = True) -> object:
        found = original(self, path, text, named=named)
        Path("a.yaml").write_text(TEMPLATE.replace("Valu,", "Vals,"))
        return found

    with monkeypatch.context() as during:
        during.setattr(Engine, "check_file", edited)
        check(named)
    assert "OS::Heat::Vals'" in check(named)
    assert "OS::Heat::Vals'" in check(named)


def test_a_file_that_is_removed_during_the_run(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("note.txt").write_text("hello")
    Path("b.yaml").write_text(TEMPLATE.replace("{get_param: p}", "{get_file: note.txt}"))
    original = Engine.check_file

    def removed(self: Engine, path: str, text: str | None = None, *, named: bool = True) -> object:
        found = original(self, path, text, named=named)
        Path("note.txt").unlink()
        return found

    with monkeypatch.context() as during:
        during.setattr(Engine, "check_file", removed)
        assert "'note.txt'" not in check("b.yaml")
    assert "'note.txt'" in check("b.yaml")


def test_a_new_file_of_a_similar_name_changes_what_is_suggested(check: Check) -> None:
    Path("b.yaml").write_text(TEMPLATE.replace("{get_param: p}", "{get_file: nose.txt}"))
    assert "note.txt" not in check("b.yaml")
    Path("note.txt").write_text("hello")
    assert "note.txt" in check("b.yaml")


def test_damage_changes_no_answer(check: Check, tmp_path: Path) -> None:
    right = check()
    good = kept(tmp_path)
    assert len(good) == 2
    chance = random.Random(901)
    folder = tmp_path / "cache/hotlint"
    for _ in range(CORRUPTIONS):
        for name, data in good.items():
            (folder / name).write_bytes(_damaged(bytearray(data), chance))
        main_output = check()
        assert main_output == right


def _damaged(data: bytearray, chance: random.Random) -> bytes:
    """Return data with one of the damages that disks and careless programs do."""
    at = chance.randrange(len(data))
    end = min(len(data), at + chance.randrange(1, 40))
    kind = chance.randrange(6)
    if kind == 0:
        data[at] ^= 1 << chance.randrange(8)
    elif kind == 1:
        del data[at:]
    elif kind == 2:
        del data[at:end]
    elif kind == 3:
        data[at:end] = chance.randbytes(end - at)
    elif kind == 4:
        data[at:at] = data[at:end]
    else:
        data[at:end] = bytes(end - at)
    return bytes(data)


def test_a_cache_with_a_line_of_another_shape(check: Check, tmp_path: Path) -> None:
    right = check()
    for name, data in kept(tmp_path).items():
        if name.startswith("results-"):
            content = data.partition(b"\n")[2].replace(b"OS::Heat::Value", b"OS::Heat::Other").replace(b",[", b",{", 1)
            private_files.write_private(name, content)
    assert check() == right


def test_given_values_are_not_kept(check: Check, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hunter-2-of-file")
    check("a.yaml", "-P", "p=hunter-2-of-line")
    check("a.yaml", "--parameter-file", f"p={secret}")
    check()
    assert all(b"hunter" not in data for data in kept(tmp_path).values())


def test_folder_and_files_are_closed_to_others(check: Check, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        check()
    finally:
        os.umask(before)
    folder = tmp_path / "cache/hotlint"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(p.stat().st_mode) for p in folder.iterdir()} == {0o600}


def test_what_a_killed_write_has_left_is_removed(check: Check, tmp_path: Path) -> None:
    check()
    folder = tmp_path / "cache/hotlint"
    names = {p.name for p in folder.iterdir()}
    for name in names:
        (folder / f"{name}.12345").write_text("half")
        os.utime(folder / f"{name}.12345", (0, 0))
    (folder / f"{next(iter(names))}.12346").write_text("of a run that writes now")
    for name in names:
        private_files.write_private(name, b"")
    assert {p.name for p in folder.iterdir()} == names | {f"{next(iter(names))}.12346"}


def test_an_open_folder_of_an_earlier_version_is_closed(check: Check, tmp_path: Path) -> None:
    (tmp_path / "cache/hotlint").mkdir(mode=0o755)
    check()
    assert stat.S_IMODE((tmp_path / "cache/hotlint").stat().st_mode) == 0o700


@pytest.mark.parametrize("writable", ["folder", "file"])
def test_what_others_may_write_is_refused(check: Check, tmp_path: Path, writable: str) -> None:
    check()
    folder = tmp_path / "cache/hotlint"
    for path in [folder] if writable == "folder" else folder.iterdir():
        path.chmod(0o777 if writable == "folder" else 0o666)
    assert all(private_files.read_private(name) is None for name in kept(tmp_path))
    if writable == "folder":
        with pytest.raises(PermissionError):
            private_files.write_private("x", b"")


@pytest.mark.parametrize("mode", [0o700, 0o755, 0o720, 0o702])
def test_a_folder_that_others_write_to_is_not_private(tmp_path: Path, mode: int) -> None:
    tmp_path.chmod(mode)
    assert private_files.is_private(str(tmp_path)) is (mode & 0o022 == 0)


def test_a_link_of_someone_else_is_not_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own").mkdir(0o700)
    (tmp_path / "link").symlink_to("own")
    assert private_files.is_private(str(tmp_path / "link"))
    other = SimpleNamespace(st_mode=stat.S_IFLNK | 0o777, st_uid=os.getuid() + 1)
    monkeypatch.setattr(os, "lstat", lambda _: other)
    assert not private_files.is_private(str(tmp_path / "link"))


def test_what_belongs_to_someone_else_is_refused(check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = check()
    monkeypatch.setattr(os, "getuid", lambda: 4711)
    before = kept(tmp_path)
    assert all(private_files.read_private(name) is None for name in before)
    assert check() == right
    assert kept(tmp_path) == before


def test_a_link_in_the_folder_is_not_followed(check: Check, tmp_path: Path) -> None:
    check()
    for path in (tmp_path / "cache/hotlint").iterdir():
        moved = tmp_path / path.name
        path.rename(moved)
        path.symlink_to(moved)
        assert private_files.read_private(path.name) is None


def test_rule_packs_of_a_planted_file_are_not_run(tmp_path: Path) -> None:
    """The cache folder is open to anyone, and its list of packs names a module of the attacker."""
    (tmp_path / "evil.py").write_text("open('ran', 'w').close()\nRULES = []\n")
    folder = tmp_path / "cache/hotlint"
    folder.mkdir(parents=True)
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "hotlint", "rules"]
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    packs = folder / "rule-packs.txt"
    content = packs.read_bytes().partition(b"\n")[2].replace(b"\thotlint_rules\t", b"\tevil\t")
    packs.write_bytes(private_files._checksum(content) + b"\n" + content)
    folder.chmod(0o777)
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    assert not (tmp_path / "ran").exists()
