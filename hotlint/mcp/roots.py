"""The folders that an agent may use, and the paths in them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from hotlint.common.boundary import is_within
from hotlint.common.files import real_path
from hotlint.operations.errors import OperationError


class RootedPath(NamedTuple):
    """A full path, and the root that it is in: the only folder in which files are read for it."""

    path: str
    root: str


class Roots:
    """The folders that a call may use. Raises OperationError if there is none.

    `named` are the folders of the client, and `given` those of the server's command line; a call may use what is in both. Where only
    one side names folders, these count; where neither does, the working folder counts.
    """

    def __init__(self, named: Iterable[str], given: Iterable[str]) -> None:
        client, own = [_full(r) for r in named], [_full(r) for r in given]
        both = [_narrower(one, other) for one in client for other in own]
        found = [r for r in both if r is not None] if client and own else client or own or [os.getcwd()]
        self.folders = [r for r in dict.fromkeys(found) if os.path.isdir(r)]
        if not self.folders:
            raise OperationError("the client names no folder that this server may read")

    def place(self, path: str) -> RootedPath:
        """Return where an absolute path, relative path or file URI leads. Raises OperationError outside of the roots."""
        path = from_uri(path) or path
        if "\0" in path:
            raise OperationError("a path holds no null character")
        tried = [os.path.abspath(os.path.join(root, path)) for root in self.folders]
        found = [RootedPath(p, r) for p, r in zip(tried, self.folders, strict=True) if is_within(p, r)]
        if not found:
            raise OperationError(f"'{path}' is outside of the folders of this session: {', '.join(self.folders)}")
        existing = [place for place in found if os.path.lexists(place.path)]
        return max(existing, key=lambda place: len(place.root)) if existing else found[0]

    def existing(self, path: str) -> RootedPath:
        """Return where an existing file or folder is. Raises OperationError."""
        place = self.place(path)
        if not os.path.exists(place.path):
            raise OperationError(f"'{path}' does not exist")
        return place


def from_uri(uri: str) -> str | None:
    """Return the path of a file URI of this machine; None for anything else."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return None
    return url2pathname(parts.path) if os.name == "nt" else unquote(parts.path)


def _full(path: str) -> str:
    return real_path(path)


def _narrower(one: str, other: str) -> str | None:
    """Return the one of two folders that is in the other; None if neither is."""
    return one if is_within(one, other) else other if is_within(other, one) else None
