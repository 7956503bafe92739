"""hotlint.pyz runs only what its user has unpacked."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import one_file_start
import pytest


@pytest.fixture
def archive(tmp_path: Path) -> str:
    path = tmp_path / "hotlint.pyz"
    with zipfile.ZipFile(path, "w") as opened:
        opened.writestr("hotlint.py", "own = True\n")
    return str(path)


def test_it_is_unpacked_once(archive: str, tmp_path: Path) -> None:
    folder = one_file_start.unpacked(archive, str(tmp_path))
    assert os.listdir(folder) == ["hotlint.py"]
    os.unlink(archive)
    assert one_file_start.unpacked(archive, str(tmp_path)) == folder


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
@pytest.mark.parametrize("name", ["one-file", f"one-file/{one_file_start.DIGEST}"])
def test_a_folder_that_others_write_to_is_not_used(archive: str, tmp_path: Path, name: str, mode: int) -> None:
    (tmp_path / name).mkdir(parents=True)
    (tmp_path / "one-file").chmod(0o700)
    (tmp_path / name / "hotlint.py").write_text("own = False\n")
    (tmp_path / name).chmod(mode)
    with pytest.raises(OSError):
        one_file_start.unpacked(archive, str(tmp_path))


def test_a_folder_of_another_user_is_not_used(archive: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one_file_start.unpacked(archive, str(tmp_path))
    monkeypatch.setattr(os, "getuid", lambda: 4_711)
    with pytest.raises(OSError, match="another user can write to"):
        one_file_start.unpacked(archive, str(tmp_path))


def test_a_link_is_not_used(archive: str, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "one-file").mkdir(mode=0o700)
    (tmp_path / f"one-file/{one_file_start.DIGEST}").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError):
        one_file_start.unpacked(archive, str(tmp_path))
