"""The boundary of a run: which files it may read. Whatever reads or writes a file that untrusted input names asks here.

A boundary is one of these, by what surrounds the files:

- a plain string: the folder of a client or of an editor, and nothing else;
- an `UnpackedTree`: all files that there are; `SentFiles` are those of a request;
- a `UserFolders` of a command: the repositories and folders of what its user names, and what the user allows besides;
- None: no limit.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from functools import lru_cache

from hotlint.common.files import read_text, real_path

Boundary = str
"""A boundary, as it is passed on: see the text of this module."""
UNTRUSTED = "it is outside of the folder, which is not trusted"
OPTION, VARIABLE = "--allow-outside", "HOTLINT_ALLOW_OUTSIDE"
"""How a user allows more: an option of a command, and a variable of the environment."""
_SYSTEM = ("/proc/", "/sys/", "/dev/")
"""Folders whose files are no files: they show processes, and devices. Only who names a file there reads there."""


class UnpackedTree(str):
    """A folder that holds a whole tree, with nothing around it.

    Whatever is outside of another folder to which reading is confined may exist, and is refused; outside of this one nothing exists,
    but the folders that it is in, so that the same tree means the same wherever it is unpacked.
    """

    __slots__ = ()

    def state(self, path: str) -> str:
        """Return what a full path outside of the tree leads to: "folder" for one that the tree is in, else "missing"."""
        return "folder" if os.path.join(self, "").startswith(os.path.join(path, "")) else "missing"


class SentFiles(UnpackedTree):
    """The files of a request for a stack, which are all that Heat gets, by their full paths on the machine that sends them."""

    __slots__ = ()


class UserFolders(str):
    """The folders that a command reads files in. As text: all of them, so that equal ones are equal.

    `folders` are those around what the user names. Of the home folder and whatever it is in, hidden files are not read, but for those
    of hotlint, and of `/` only the files in it. What belongs to git itself is never read, since that may hold secrets, nor are devices
    and processes.
    `allowed` are the folders that the user allows besides, without such limits.
    """

    __slots__ = ()

    def __new__(cls, folders: tuple[str, ...] = (), allowed: tuple[str, ...] = ()) -> UserFolders:
        """Make the boundary of folders."""
        both = (dict.fromkeys(map(real_path, some)) for some in (folders, allowed))
        return super().__new__(cls, "\0\0".join(map("\0".join, both)))

    def __reduce__(self) -> tuple[type[UserFolders], tuple[tuple[str, ...], tuple[str, ...]]]:
        """Let another process make the same."""
        return UserFolders, (self.folders, self.allowed)

    @property
    def folders(self) -> tuple[str, ...]:
        """The full paths of the folders around what the user names."""
        return self._part(0)

    @property
    def allowed(self) -> tuple[str, ...]:
        """The full paths of the folders that the user allows besides."""
        return self._part(1)

    def _part(self, number: int) -> tuple[str, ...]:
        return tuple(filter(None, self.split("\0\0")[number].split("\0")))

    def refusal_of_real(self, real: str) -> str | None:
        """Return why a file, by its full path without links, is not read, in a clause; None for one that is."""
        inside = False
        if any(_below(real, folder) is not None for folder in self.allowed):
            return None
        for folder in self.folders:
            steps = _below(real, folder)
            if steps is not None and (folder != os.sep or len(steps) == 1):
                inside = True
                if not any(map(_is_hidden, steps)) or not (any(map(_is_of_git, steps)) or _is_wide(folder)):
                    return None
        why = (
            "it is hidden in the home folder, or belongs to git"
            if inside
            else f"it is outside of {' and '.join(self.folders[:3])}"
        )
        return f"{why}; {OPTION} DIR allows a folder"


def of_text(text: str | None) -> Boundary | None:
    """Return the boundary that has a text, which went through a pipe. That of an unpacked tree refuses what is not there."""
    return str.__new__(UserFolders, text) if text is not None and "\0" in text else text


def top_of(boundary: Boundary | None) -> str | None:
    """Return the folder above which nothing is looked for; None for a boundary that has no such."""
    return None if isinstance(boundary, UserFolders) else boundary


def is_within(path: str, folder: str) -> bool:
    """Return whether a path leads into a folder, links followed."""
    return _below(real_path(path), real_path(folder)) is not None


def refusal(path: str, boundary: Boundary | None) -> str | None:
    """Return why a path may not be read, in a clause; None for one that may, or that leads to nothing (`is_absent`)."""
    if boundary is None or isinstance(boundary, UnpackedTree):
        return None
    real = real_path(path)
    if isinstance(boundary, UserFolders):
        full = os.path.abspath(path)
        why = boundary.refusal_of_real(real if full == path else real_path(full))
    else:
        why = None if _below(real, real_path(boundary)) is not None else UNTRUSTED
    return why if why is not None and _below(real, _own()) is None else None


def is_absent(path: str, boundary: Boundary | None) -> bool:
    """Return whether a path leads out of an unpacked tree, so that nothing is there."""
    return isinstance(boundary, UnpackedTree) and not is_within(path, boundary)


def may_read(path: str, boundary: Boundary | None) -> bool:
    """Return whether there is a file at a path, if any, that may be read."""
    return boundary is None or (refusal(path, boundary) is None and not is_absent(path, boundary))


def may_read_in(folder: str, boundary: Boundary | None) -> Callable[[str], bool]:
    """Return `may_read` for files directly in a folder, whose links are followed once for all of them."""
    if boundary is None:
        return lambda _: True
    usual = os.path.join(real_path(folder), "name")  # stands for every name that is not hidden, and no link
    if isinstance(boundary, UserFolders):
        is_read = boundary.refusal_of_real(usual) is None
    else:
        is_read = _below(usual, real_path(boundary)) is not None

    def may(path: str) -> bool:
        is_usual = is_read and not _is_hidden(path.rpartition(os.sep)[2]) and not os.path.islink(path)
        return is_usual or may_read(path, boundary)

    return may


def text_within(path: str, boundary: Boundary | None) -> str:
    """Return a file's text, as `read_text` does.

    Raises PermissionError for a file outside of the boundary, and FileNotFoundError for one outside of an unpacked tree.
    """
    if is_absent(path, boundary):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    if (why := refusal(path, boundary)) is not None:
        raise PermissionError(errno.EACCES, why, path)
    return read_text(path)


@lru_cache(1)
def _own() -> str:
    """Return the folder of what hotlint ships, without links."""
    return real_path(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data"))


def _below(path: str, folder: str) -> list[str] | None:
    """Return the steps from a folder to a path below it, both without links; None for a path elsewhere, or of the system's own files."""
    start = os.path.join(folder, "")
    if path == folder or not path.startswith(start):
        return [] if path == folder else None
    if path.startswith(_SYSTEM) and any(path.startswith(one) and not start.startswith(one) for one in _SYSTEM):
        return None
    return path[len(start) :].split(os.sep)


def _is_of_git(name: str) -> bool:
    """Return whether a name is that of git's own folder, on any file system."""
    low = name.lower()
    return low == ".git" or (low.startswith("git~") and low[4:].isdecimal())


def _is_hidden(name: str) -> bool:
    """Return whether a name is that of a hidden file or folder, but for those of hotlint."""
    return (name[:1] == "." and not name.lower().startswith(".hotlint")) or ("~" in name and _is_of_git(name))


def _is_wide(folder: str) -> bool:
    """Return whether a folder is the home folder, or around it."""
    return _below(real_path(os.path.expanduser("~")), folder) is not None
