"""--fix among other processes: files that vanish or change, full disks, read-only trees, links, owners, leftovers."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest
from time_limits import HANG_SECONDS

from hotlint.cli.main import main
from hotlint.common import file_replacement
from hotlint.common.file_replacement import LEFTOVER_AGE, PREFIX, replace_text, write_whole
from hotlint.common.files import ReadError
from hotlint.linter.checking.engine import Engine

WRONG = """\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string, default: m1}
resources:
  r: {type: 'OS::Heat::Value', properties: {value: {get_param: Flavor}}}
"""
RIGHT = WRONG.replace("Flavor", "flavor")
FIX = ["check", "--fix", "--no-config", "--no-cache"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


def test_the_report_describes_the_texts_after_fixing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A parent that is checked before its child is fixed is reported as it is afterwards."""
    child = "heat_template_version: 2018-08-31\nparameters:\n  size: {Type: number}\n"
    (folder / "b.yaml").write_text(child)
    (folder / "a.yaml").write_text(
        "heat_template_version: 2018-08-31\nresources:\n  r: {type: b.yaml, properties: {size: 1}}\n"
    )
    assert main([*FIX, "."]) == 0
    after = capsys.readouterr().out
    assert (folder / "b.yaml").read_text() == child.replace("Type", "type")
    main(["check", "--no-config", "--no-cache", "."])
    assert capsys.readouterr().out == after


def test_a_file_that_vanishes_does_not_stop_the_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a.yaml", "b.yaml", "c.yaml"):
        (folder / name).write_text(WRONG)
    check_file = Engine.check_file

    def vanishing(self: Engine, path: str, text: str | None = None, *, named: bool = True) -> object:
        if os.path.basename(path) == "b.yaml":
            (folder / "b.yaml").unlink(missing_ok=True)
        return check_file(self, path, text, named=named)

    monkeypatch.setattr(Engine, "check_file", vanishing)
    main([*FIX, "a.yaml", "b.yaml", "c.yaml"])
    assert (folder / "a.yaml").read_text() == (folder / "c.yaml").read_text() == RIGHT
    assert not (folder / "b.yaml").exists()
    assert "'b.yaml' was not checked: it has been removed" in capsys.readouterr().err


def test_a_file_that_changes_is_left_alone(folder: Path) -> None:
    path = folder / "a.yaml"
    path.write_text("of another")
    with pytest.raises(ReadError, match="changed during the check"):
        replace_text(str(path), WRONG, RIGHT)
    assert path.read_text() == "of another"
    assert os.listdir(folder) == ["a.yaml"]


def test_a_file_that_changes_at_the_last_moment_is_left_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "a.yaml"
    path.write_text(WRONG)
    monkeypatch.setattr(os, "fsync", lambda handle: path.write_text("of another"))
    with pytest.raises(ReadError, match="changed during the check"):
        replace_text(str(path), WRONG, RIGHT)
    assert path.read_text() == "of another"
    assert os.listdir(folder) == ["a.yaml"]


def test_hard_links_are_kept(folder: Path) -> None:
    path = folder / "a.yaml"
    path.write_text(WRONG)
    os.link(path, folder / "b.txt")
    main([*FIX, "a.yaml"])
    assert (folder / "b.txt").read_text() == path.read_text() == RIGHT
    assert path.samefile(folder / "b.txt")
    replace_text(str(path), RIGHT, RIGHT + "# longer\n")
    assert (folder / "b.txt").read_text() == RIGHT + "# longer\n"


@pytest.mark.parametrize("write", ["replace", "fill"])
def test_a_file_with_hard_links_is_whole_after_a_kill(
    folder: Path, monkeypatch: pytest.MonkeyPatch, write: str
) -> None:
    """It is killed when the new length is there and the text is not."""
    path, after = folder / "a.yaml", RIGHT + "# longer\n"
    path.write_text(WRONG)
    os.link(path, folder / "b.txt")
    killed = os.fork()
    if not killed:
        own, truncate = os.getpid(), os.ftruncate

        def make_longer(handle: int, _: int, size: int) -> None:
            truncate(handle, size)
            os.kill(own, signal.SIGKILL)

        def copy(new: IO[bytes], file: IO[bytes]) -> None:
            file.truncate(3)
            os.kill(own, signal.SIGKILL)
            file.write(new.read())

        monkeypatch.setattr(os, "posix_fallocate", make_longer)
        monkeypatch.setattr(shutil, "copyfileobj", copy)
        try:
            if write == "replace":
                replace_text(str(path), WRONG, after)
            else:
                write_whole(str(path), after)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(killed, 0)[1]) == -signal.SIGKILL
    deadline = time.monotonic() + HANG_SECONDS
    while path.read_text() != after and time.monotonic() < deadline:
        time.sleep(0.01)
    assert (folder / "b.txt").read_text() == path.read_text() == after


def test_hard_links_are_kept_without_fork(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_replacement, "HAS_FORK", False)
    test_hard_links_are_kept(folder)


@pytest.mark.parametrize("write", ["replace", "fill"])
def test_a_full_disk_is_said_where_files_have_hard_links(
    folder: Path, monkeypatch: pytest.MonkeyPatch, write: str
) -> None:
    path = folder / "a.yaml"
    path.write_text(WRONG)
    os.link(path, folder / "b.txt")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(file_replacement, "_overwrite" if write == "replace" else "_copy_into", full)
    with pytest.raises(OSError) as caught:
        replace_text(str(path), WRONG, RIGHT) if write == "replace" else write_whole(str(path), RIGHT)
    assert caught.value.errno == errno.ENOSPC
    assert path.read_text() == WRONG
    assert sorted(os.listdir()) == ["a.yaml", "b.txt"]


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root may give files away")
def test_the_owner_is_kept(folder: Path) -> None:
    path = folder / "a.yaml"
    path.write_text(WRONG)
    os.chown(path, 1234, 2345)
    main([*FIX, "a.yaml"])
    assert path.read_text() == RIGHT
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 2345)


def test_the_owner_is_kept_where_files_cannot_be_given_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "a.yaml"
    path.write_text(WRONG)
    inode = path.stat().st_ino
    monkeypatch.setattr(file_replacement, "_take_over", lambda *arguments: False)
    replace_text(str(path), WRONG, RIGHT)
    assert path.read_text() == RIGHT
    assert path.stat().st_ino == inode
    assert os.listdir(folder) == ["a.yaml"]


@pytest.mark.parametrize("linked", [False, True])
def test_a_full_disk_changes_nothing(folder: Path, linked: bool) -> None:
    """A limit on the size of files stands for the disk: a write fails in the middle of the text."""
    pytest.importorskip("resource")
    path = folder / "a.yaml"
    comments = "# a comment\n" * 2000
    path.write_text(WRONG + comments)
    if linked:
        os.link(path, folder / "b.txt")
    program = (
        "import resource, sys; from hotlint.common.file_replacement import replace_text\n"
        "text = open(sys.argv[1]).read(); resource.setrlimit(resource.RLIMIT_FSIZE, (30000, 30000))\n"
        "try: replace_text(sys.argv[1], text, text + '# more\\n' * 5000)\n"
        "except OSError as error: print(error.errno)\n"
    )
    run = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(errno.EFBIG)
    assert path.read_text() == WRONG + comments
    assert sorted(os.listdir(folder)) == (["a.yaml", "b.txt"] if linked else ["a.yaml"])


def test_a_read_only_tree_is_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "a.yaml"
    path.write_text(WRONG)

    def refuse(**options: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    assert main([*FIX, "a.yaml"]) == 2
    assert path.read_text() == WRONG
    out, err = capsys.readouterr()
    assert "'a.yaml' was not changed: Read-only file system" in err
    assert "undefined parameter 'Flavor'" in out


def test_a_read_only_file_is_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "a.yaml"
    path.write_text(WRONG)
    monkeypatch.setattr(os, "access", lambda *arguments: False)
    main([*FIX, "a.yaml"])
    assert path.read_text() == WRONG
    assert "'a.yaml' was not changed: it is read-only" in capsys.readouterr().err


def test_leftovers_of_killed_processes_are_removed(folder: Path) -> None:
    path = folder / "a.yaml"
    path.write_text(WRONG)
    for name, age in (("old", LEFTOVER_AGE + 60), ("new", 0)):
        (folder / f"{PREFIX}{name}").write_text("torn")
        os.utime(folder / f"{PREFIX}{name}", (time.time() - age,) * 2)
    replace_text(str(path), WRONG, RIGHT)
    assert sorted(os.listdir(folder)) == [f"{PREFIX}new", "a.yaml"]


def test_ten_at_once_leave_one_whole_text(folder: Path) -> None:
    path = folder / "a.yaml"
    path.write_text(WRONG)
    command = [sys.executable, "-m", "hotlint", *FIX, "-q", "a.yaml"]
    running = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(10)]
    for process in running:
        process.wait(HANG_SECONDS)
    assert path.read_text() == RIGHT
    assert os.listdir(folder) == ["a.yaml"]
