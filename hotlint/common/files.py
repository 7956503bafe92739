"""Read files as text. With `analysis.project`, all the input of the core."""

from __future__ import annotations

import os

SIZE_LIMIT = 16 * 1024 * 1024
"""Bytes of a file that is still read: Heat's own limit for a template is 512 KiB."""


class ReadError(Exception):
    """A file that cannot be read as text; `message` says why, in a clause that fits behind "because"."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def read_text(path: str) -> str:
    """The text of a file. Raises FileNotFoundError and PermissionError as they are, ReadError for anything else."""
    return decode(read_bytes(path))


def read_bytes(path: str) -> bytes:
    """The bytes of a file. Raises as `read_text` does."""
    try:
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size > SIZE_LIMIT:
                raise ReadError(f"it is larger than {SIZE_LIMIT // 1024 // 1024} MiB, which no template is")
            return file.read(SIZE_LIMIT + 1)
    except (FileNotFoundError, PermissionError):
        raise
    except IsADirectoryError:
        raise ReadError("it is a folder") from None
    except (OSError, ValueError) as exc:
        raise ReadError(getattr(exc, "strerror", None) or str(exc)) from None


def is_utf16(data: bytes) -> bool:
    """Return whether a byte order mark says that bytes are UTF-16."""
    return data.startswith((b"\xff\xfe", b"\xfe\xff"))


def is_within(path: str, folder: str) -> bool:
    """Return whether a path leads into a folder, links followed."""
    return os.path.join(os.path.realpath(path), "").startswith(os.path.join(os.path.realpath(folder), ""))


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
