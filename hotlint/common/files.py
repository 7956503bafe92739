"""Read files as text. With `analysis.project`, all the input of the core."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from functools import lru_cache

from hotlint.common.annotations import IO
from hotlint.common.records import NamedTuple

SIZE_LIMIT = 16 * 1024 * 1024
"""Bytes of a file that is still read: Heat's own limit for a template is 512 KiB."""
TOOL_FOLDERS = frozenset(("node_modules", "__pycache__"))
"""Folders that tools fill, with what is not part of a project."""
_FOLDER = "it is a folder; name a file in it"
_TOO_LARGE = f"it is larger than {SIZE_LIMIT // 1024 // 1024} MiB, which no template is"


class ReadError(Exception):
    """A file that cannot be read as text; `message` says why, in a clause that fits behind "because".

    `path` is the file; None for bytes from elsewhere.
    """

    def __init__(self, message: str, path: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.path = path


class FileStamp(NamedTuple):
    """The status that shows a change of a file: two times in nanoseconds, its size, its number; all zero for a missing file.

    `changed` is the time of the last change of the status. Unlike `modified`, it cannot be set.
    """

    modified: int = 0
    size: int = 0
    changed: int = 0
    inode: int = 0


def file_stamp(path: str, *, follow: bool = True) -> FileStamp:
    """Return the stamp of a file or folder; that of a folder changes when a file in it appears or disappears."""
    try:
        found = os.stat(path, follow_symlinks=follow)
    except (OSError, ValueError):
        return FileStamp()
    return FileStamp(found.st_mtime_ns, found.st_size, found.st_ctime_ns, found.st_ino)


def read_text(path: str) -> str:
    """The text of a file. Raises FileNotFoundError and PermissionError as they are, ReadError for anything else."""
    try:
        return decode(read_bytes(path))
    except ReadError as exc:
        exc.path = path
        raise


def read_bytes(path: str) -> bytes:
    """The bytes of a regular file. Raises as `read_text` does; ReadError also for a pipe or device, which may never end."""
    data = read_start(path, SIZE_LIMIT + 1)
    if len(data) > SIZE_LIMIT:
        raise ReadError(_TOO_LARGE)
    return data


def read_start(path: str, size: int) -> bytes:
    """Return up to `size` bytes from the start of a regular file. Raises as `read_bytes` does."""
    try:
        if not stat.S_ISREG((found := os.stat(path)).st_mode):  # to open a device may do something already
            raise ReadError(_kind(found.st_mode))
        descriptor = os.open(path, _WITHOUT_WAITING)
        try:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise ReadError(_kind(found.st_mode))
            if size > SIZE_LIMIT and found.st_size > SIZE_LIMIT:
                raise ReadError(_TOO_LARGE)
            return _read(descriptor, size, found.st_size)
        finally:
            os.close(descriptor)
    except (FileNotFoundError, PermissionError):
        raise
    except IsADirectoryError:
        raise ReadError(_FOLDER) from None
    except (OSError, ValueError) as exc:
        raise ReadError(getattr(exc, "strerror", None) or str(exc)) from None


def read_stream(stream: IO[bytes]) -> bytes:
    """Return all bytes of a stream, such as standard input. Raises ReadError when there are more than SIZE_LIMIT."""
    data = stream.read(SIZE_LIMIT + 1)
    if len(data) > SIZE_LIMIT:
        raise ReadError(_TOO_LARGE)
    return data


def _read(descriptor: int, size: int, expected: int) -> bytes:
    """Return up to `size` bytes of a file; `expected` is its length, which for a file of /proc is 0."""
    chunks: list[bytes] = []
    while size > 0:
        try:
            chunk = os.read(descriptor, min(size, max(expected + 1, 1 << 16)))
        except BlockingIOError:  # a file of /proc waits for what comes
            break
        if not chunk:
            break
        chunks.append(chunk)
        if len(chunk) == expected:  # fewer bytes than were asked for: the end
            break
        size -= len(chunk)
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)


_WITHOUT_WAITING = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
)
"""Opens a file, even when it has become a pipe to which nobody writes, or a terminal."""


def _kind(mode: int) -> str:
    """Return the clause that says what a file is that is not one to read."""
    if stat.S_ISDIR(mode):
        return _FOLDER
    if stat.S_ISFIFO(mode):
        return "it is a pipe, not a regular file"
    if stat.S_ISSOCK(mode):
        return "it is a socket, not a regular file"
    return "it is a device, not a regular file"


def is_skipped_folder(name: str) -> bool:
    """Return whether a search for the files of a project never walks into a folder of this name: hidden, or filled by a tool."""
    return name.startswith(".") or name in TOOL_FOLDERS


def walked(folder: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield a folder and each below it that a search enters, with the paths of its folders and the names of its files.

    Folders that are skipped and links to folders are left out.
    """
    waiting = [folder]
    while waiting:
        here, folders, files = waiting.pop(), [], []
        with contextlib.suppress(OSError), os.scandir(here) as entries:
            for entry in entries:
                if not entry.is_dir():
                    files.append(entry.name)
                elif not is_skipped_folder(entry.name) and not entry.is_symlink():
                    folders.append(entry.path)
        yield here, folders, files
        waiting += sorted(folders, reverse=True)


def is_utf16(data: bytes) -> bool:
    """Return whether a byte order mark says that bytes are UTF-16."""
    return data.startswith((b"\xff\xfe", b"\xfe\xff"))


def absolute_path(path: str) -> str:
    """Return what `os.path.abspath` does, and faster for a path that is asked for again."""
    return _absolute("" if path.startswith(os.sep) else os.getcwd(), path)


@lru_cache(maxsize=16_384)
def _absolute(folder: str, path: str) -> str:
    return os.path.abspath(os.path.join(folder, path))


def real_path(path: str) -> str:
    """Return a path without links; one that no file can have, such as with a null character, as it is.

    Where a link cannot be read, such as the one to the root of another user's process, that link is returned. The links of a folder
    are followed again once it is another folder, or something in it has come or gone.
    """
    folder, slash, name = path.rpartition(os.sep)
    try:
        if slash and folder and name not in ("", os.curdir, os.pardir):
            direct = _real_folder(folder).rstrip(os.sep) + os.sep + name
            if not os.path.islink(direct):
                return direct
        return os.path.realpath(path)
    except ValueError:  # also for characters that the file system cannot encode
        return path
    except OSError as exc:
        return str(exc.filename)


def _real_folder(folder: str) -> str:
    try:
        found = os.stat(folder)
    except OSError:
        return os.path.realpath(folder)
    return _followed(folder, (found.st_dev, found.st_ino, found.st_ctime_ns))


@lru_cache(maxsize=4096)
def _followed(folder: str, _state: tuple[int, int, int]) -> str:
    """Return a folder without links; its state shows that it is the same folder still."""
    return os.path.realpath(folder)


def decode(data: bytes) -> str:
    """Bytes as text: UTF-8, or what a byte order mark says. Raises ReadError."""
    marked = is_utf16(data)
    if b"\0" in data[:4096] and not marked:
        raise ReadError("it is a binary file")
    try:
        return data.decode("utf-16" if marked else "utf-8")
    except UnicodeDecodeError as exc:
        line = data.count(b"\n", 0, exc.start) + 1
        raise ReadError(f"it is not UTF-8 text (line {line})") from None
