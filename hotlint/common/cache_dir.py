"""The user's cache folder and its files.

Files of the cache are checked when they are read, private to the user, and written whole or not at all. A file is refused, as if it
were not there, when its checksum does not fit, or when anyone but the user owns it or may write to it or to its folder: rule packs
are imported by what such a file says.
"""

from __future__ import annotations

import os
import stat
import time
from binascii import crc32

_VARIABLE = "HOTLINT_CACHE_DIR"


def cache_folder() -> str:
    """Return the path of the folder, which may not exist.

    It is $HOTLINT_CACHE_DIR, or hotlint in $XDG_CACHE_HOME, %LOCALAPPDATA% on Windows, or ~/.cache.
    """
    if own := os.environ.get(_VARIABLE):
        return own
    local = os.environ.get("LOCALAPPDATA") if os.name == "nt" else None
    base = os.environ.get("XDG_CACHE_HOME") or local or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "hotlint")


def use_cache_folder(path: str) -> None:
    """Make a folder the cache folder of this process and of those that it starts."""
    os.environ[_VARIABLE] = os.path.abspath(path)


def catalog_folder() -> str:
    """Return the path of the folder of imported resource types, `catalog` in the cache folder. It may not exist."""
    return os.path.join(cache_folder(), "catalog")


LEFTOVER_AGE = 600
"""Seconds after which the file of a write that has not ended is one that a killed process has left."""
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def read_private(name: str) -> bytes | None:
    """Return the content of a file of the cache folder; None when it is missing, damaged or refused."""
    folder = cache_folder()
    if not is_private(folder):
        return None
    try:
        with open(os.path.join(folder, name), "rb", opener=_without_following) as file:
            facts = os.fstat(file.fileno())
            if not stat.S_ISREG(facts.st_mode) or not _is_own(facts):
                return None
            head, _, content = file.read().partition(b"\n")
    except OSError:
        return None
    return content if head == _checksum(content) else None


def write_private(name: str, content: bytes) -> None:
    """Write a file of the cache folder, which only the user may then read. Raises OSError, also for a refused folder."""
    folder = private_folder()
    path = os.path.join(folder, name)
    _remove_leftovers(folder, f"{name}.")
    new = f"{path}.{os.getpid()}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(new, flags, 0o600)
    except FileExistsError:  # what a process with the same number left behind
        os.unlink(new)
        descriptor = os.open(new, flags, 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(_checksum(content) + b"\n" + content)
        os.replace(new, path)
    except OSError:
        os.unlink(new)
        raise


def _remove_leftovers(folder: str, prefix: str) -> None:
    """Remove what killed processes have left of earlier writes."""
    with os.scandir(folder) as found:
        for entry in found:
            if entry.name.startswith(prefix):
                age = time.time() - entry.stat(follow_symlinks=False).st_mtime
                if age > LEFTOVER_AGE:
                    os.unlink(entry.path)


def private_folder() -> str:
    """Return the path of the cache folder, which is created if need be, and closed to others. Raises OSError."""
    folder = cache_folder()
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        if not is_private(folder):
            raise PermissionError(f"'{folder}' belongs to someone else, or others may write to it") from None
        if hasattr(os, "getuid") and stat.S_IMODE(os.stat(folder).st_mode) != 0o700:
            os.chmod(folder, 0o700)
    return folder


def is_private(path: str) -> bool:
    """Return whether a folder exists that the user owns and nobody else may write to, and so for the link that it may be."""
    try:
        link, target = os.lstat(path), os.stat(path)
    except OSError:
        return False
    if not stat.S_ISDIR(target.st_mode):
        return False
    return _is_own(target) and (not stat.S_ISLNK(link.st_mode) or _is_own(link, any_mode=True))


def _is_own(facts: os.stat_result, *, any_mode: bool = False) -> bool:
    if not hasattr(os, "getuid"):
        return True
    return facts.st_uid == os.getuid() and (any_mode or not facts.st_mode & _OTHERS_WRITE)


def _without_following(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def _checksum(content: bytes) -> bytes:
    """Return the checksum line of a content: its length and CRC-32, which damage does not survive."""
    return b"hotlint %d %08x" % (len(content), crc32(content))
