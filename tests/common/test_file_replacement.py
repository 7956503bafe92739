"""Files are replaced whole or not at all, whatever goes wrong on the way."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest

from hotlint.common import file_replacement
from hotlint.common.file_replacement import LEFTOVER_AGE, PREFIX, replace_text, write_whole
from hotlint.common.files import ReadError

BEFORE, AFTER = "before\n" * 99, "after\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "t.yaml"
    path.write_text(BEFORE)
    return path


def test_what_was_there_is_put_back_after_an_error(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with two names is written in place, and the disk may fail half way through."""
    os.link(file, file.with_name("other"))
    real, written = os.write, []

    def failing(handle: int, data: bytes) -> int:
        written.append(data)
        if len(written) == 2:
            raise OSError(5, "Input/output error")
        return real(handle, data[:3] if len(written) == 1 else data)

    monkeypatch.setattr(file_replacement, "HAS_FORK", False)
    monkeypatch.setattr(os, "write", failing)
    with pytest.raises(OSError, match="Input/output error"):
        replace_text(str(file), BEFORE, AFTER)
    assert file.read_text() == BEFORE


def test_a_full_disk_leaves_the_file_as_it_was(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.link(file, file.with_name("other"))

    def full(handle: int, start: int, size: int) -> None:
        os.ftruncate(handle, size - 1)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(file_replacement, "HAS_FORK", False)
    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(OSError, match="No space left"):
        replace_text(str(file), BEFORE, BEFORE * 2)
    assert file.read_text() == BEFORE


def test_names_mode_and_end_are_kept(file: Path) -> None:
    os.link(file, file.with_name("other"))
    replace_text(str(file), BEFORE, AFTER)
    assert file.with_name("other").read_text() == AFTER
    file.with_name("other").unlink()
    file.chmod(0o640)
    replace_text(str(file), AFTER, BEFORE)
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == (BEFORE, 0o640)
    os.link(file, file.with_name("other"))
    write_whole(str(file), AFTER)
    assert file.with_name("other").read_text() == AFTER


def test_a_file_that_changed_is_left_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ReadError, match="was changed"):
        replace_text(str(file), "something else", AFTER)
    real = file_replacement._take_over

    def late(temporary: str, target: str, status: os.stat_result) -> bool:
        file.write_text("newer")
        return real(temporary, target, status)

    monkeypatch.setattr(file_replacement, "_take_over", late)
    with pytest.raises(ReadError, match="was changed"):
        replace_text(str(file), BEFORE, AFTER)
    assert file.read_text() == "newer"
    assert os.listdir(file.parent) == [file.name]


def test_what_is_no_file_or_read_only_is_left_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(file.with_name("pipe"))
    with pytest.raises(ReadError, match="not a regular file"):
        replace_text(str(file.with_name("pipe")), "", AFTER)
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write to anything
    with pytest.raises(PermissionError, match="read-only"):
        replace_text(str(file), BEFORE, AFTER)
    assert file.read_text() == BEFORE


def test_only_own_old_leftovers_are_removed(file: Path) -> None:
    old, new, other = (file.with_name(name) for name in (f"{PREFIX}old", f"{PREFIX}new", "other"))
    for path in (old, new, other):
        path.write_text("x")
        os.utime(path, (0, 0))
    os.utime(new, (time.time() - LEFTOVER_AGE / 2,) * 2)
    write_whole(str(file), AFTER)
    assert (old.exists(), new.exists(), other.exists()) == (False, True, True)
