"""Replace the text of a file, or write a new one, whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import tempfile
import time
import warnings
from collections.abc import Callable

from hotlint.common.annotations import IO
from hotlint.common.files import ReadError
from hotlint.common.platforms import HAS_FORK

PREFIX = ".hotlint-"
LEFTOVER_AGE = 600
"""Seconds after which a temporary file is one that a killed process has left: writing one takes milliseconds."""


def replace_text(path: str, before: str, text: str) -> None:
    """Replace a file's text. Its mode, owner, extended attributes and hard links are kept.

    Raises OSError, and ReadError when the file is a link or another one that is not regular, is not what was read, or is not UTF-8.
    It is then as it was.
    """
    target = _target(path)
    if not stat.S_ISREG(os.stat(target).st_mode):
        raise ReadError("it is not a regular file")
    old, new = before.encode("utf-8"), text.encode("utf-8")
    with open(target, "rb") as file:
        if file.read() != old:
            raise ReadError("it is not UTF-8, or was changed during the check")
        status = os.fstat(file.fileno())
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "it is read-only", target)
    remove_leftovers(os.path.dirname(target))
    if status.st_nlink > 1 or not _replace(target, status, new):
        _in_own_process(lambda: _overwrite(target, old, new))


def _target(path: str) -> str:
    """Return the full path of a file to write. Raises OSError for a link: whoever makes one would choose what is written.

    A folder on the way is one where it leads out of the working folder.
    """
    here, real = os.path.join(os.getcwd(), ""), os.path.realpath(path)
    if os.path.islink(path) or (os.path.abspath(path).startswith(here) and not real.startswith(here)):
        raise OSError(
            errno.ELOOP, "it is a link, which hotlint does not write through; name the file that it leads to", path
        )
    return real


def write_whole(path: str, text: str) -> None:
    """Write a text to a file as `fill_whole` does. Raises OSError; the file is then as it was."""
    data = text.encode("utf-8", "backslashreplace")

    def fill(file: IO[bytes]) -> None:
        file.write(data)

    fill_whole(path, fill)


def fill_whole(path: str, fill: Callable[[IO[bytes]], None]) -> None:
    """Write a file, which need not exist: who reads it meanwhile sees what was there before, or all that is new.

    The mode and hard links of a file that exists are kept. What is no regular file, such as a pipe, and what an open descriptor leads
    to (/dev/stdout) are written as they are. Raises OSError, also for a link; any other file is then as it was.
    """
    opened = os.path.abspath(path).startswith(("/dev/", "/proc/"))
    target = path if opened else _target(path)
    status = os.stat(path) if os.path.exists(path) else None
    if opened or (status is not None and not stat.S_ISREG(status.st_mode)):
        with open(path, "wb") as file:
            fill(file)
        return
    if status is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    remove_leftovers(os.path.dirname(target))
    temporary = os.path.join(os.path.dirname(target), f"{PREFIX}{os.urandom(8).hex()}")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except PermissionError:
        if status is None:
            raise
        handle, temporary = tempfile.mkstemp(prefix=PREFIX)  # nothing can be made in the folder
    _write_new(handle, temporary, target, status, fill)


def _write_new(
    handle: int, temporary: str, target: str, status: os.stat_result | None, fill: Callable[[IO[bytes]], None]
) -> None:
    """Write a new file that is open, and put it in the place of `target`, whose status it takes over.

    The target itself is written where it has hard links or belongs to someone else, or where the new file is in another folder.
    """
    try:
        with open(handle, "wb") as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
        beside = os.path.dirname(temporary) == os.path.dirname(target)
        if status is None or (beside and status.st_nlink == 1 and _take_over(temporary, target, status)):
            os.replace(temporary, target)
            return
        _in_own_process(lambda: _copy_into(temporary, target))
        os.unlink(temporary)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def remove_leftovers(folder: str) -> None:
    """Remove the temporary files that killed processes of this user have left in a folder."""
    with contextlib.suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.startswith(PREFIX) and entry.is_file(follow_symlinks=False):
                status = entry.stat(follow_symlinks=False)
                own = not hasattr(os, "getuid") or status.st_uid == os.getuid()
                if own and status.st_mtime < time.time() - LEFTOVER_AGE:
                    os.unlink(entry.path)


def _replace(target: str, status: os.stat_result, data: bytes) -> bool:
    """Put a new file in the place of one. Returns False when the new one could not belong to the same owner."""
    handle, temporary = tempfile.mkstemp(prefix=PREFIX, dir=os.path.dirname(target))
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        replaced = _take_over(temporary, target, status)
        if replaced:
            _refuse_changed(target, status)
            os.replace(temporary, target)
        else:
            os.unlink(temporary)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise
    return replaced


def _take_over(temporary: str, target: str, status: os.stat_result) -> bool:
    """Give a new file the owner, the mode and the extended attributes of another; False when the owner is refused."""
    made = os.stat(temporary)
    if (made.st_uid, made.st_gid) != (status.st_uid, status.st_gid) and hasattr(os, "chown"):
        try:
            os.chown(temporary, status.st_uid, status.st_gid)
        except PermissionError:
            return False
    os.chmod(temporary, stat.S_IMODE(status.st_mode))
    if hasattr(os, "listxattr"):
        with contextlib.suppress(OSError):  # a file system without them
            for name in os.listxattr(target):
                os.setxattr(temporary, name, os.getxattr(target, name))
    return True


def _refuse_changed(target: str, status: os.stat_result) -> None:
    """Raise ReadError when a file is not the one, or not as, its status says."""
    now = os.stat(target)
    if (now.st_ino, now.st_size, now.st_mtime_ns) != (status.st_ino, status.st_size, status.st_mtime_ns):
        raise ReadError("it was changed during the check")


def _in_own_process(write: Callable[[], None]) -> None:
    """Have a file written that cannot be replaced: by a process of its own, which goes on where this one is killed.

    Without fork, this process writes. Raises OSError.
    """
    if not HAS_FORK:
        write()
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of other threads: the child needs none of them
        child = os.fork()
    if not child:
        code = errno.EIO
        try:
            os.setsid()
            write()
            code = 0
        except OSError as exc:
            code = exc.errno or code
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code:
        code = code if code > 0 else errno.EIO
        raise OSError(code, os.strerror(code))


def _copy_into(source: str, target: str) -> None:
    with open(source, "rb") as new, open(target, "r+b") as file:
        shutil.copyfileobj(new, file)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())


def _overwrite(target: str, before: bytes, data: bytes) -> None:
    """Write into the file itself, which keeps its links and its owner; after an error, put back what was there."""
    with open(target, "r+b", buffering=0) as file:
        if len(data) > len(before) and hasattr(os, "posix_fallocate"):
            try:
                os.posix_fallocate(file.fileno(), 0, len(data))  # a full disk refuses here, before anything is written
            except OSError:
                file.truncate(len(before))
                raise
        try:
            _write_all(file.fileno(), data)
        except BaseException:
            _write_all(file.fileno(), before)
            raise


def _write_all(handle: int, data: bytes) -> None:
    """Make `data` the whole content of an open file."""
    os.lseek(handle, 0, os.SEEK_SET)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]
    os.ftruncate(handle, len(data))
    os.fsync(handle)
