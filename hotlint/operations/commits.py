"""The files of a commit, written without a checkout.

They are those that the commit holds, byte for byte: no filter, no attribute, no submodule and no LFS object.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import IO

from hotlint.common.files import SIZE_LIMIT
from hotlint.common.processes import Program
from hotlint.common.records import NamedTuple
from hotlint.operations.unpacking import FILES, SourceError, Unpacker

ENTRIES = 2 * FILES
"""Files and folders of a commit, at most: a tree that holds itself many times has billions."""
_NAME = 4096
_SYMLINK, _FILES = "120000", ("100644", "100755", "100664")


class TreeEntry(NamedTuple):
    """A file of a commit: `kind` is its mode, such as "100644"."""

    kind: str
    blob: str
    size: int
    name: str


def unpack_commit(commit: str, unpacker: Unpacker, start: Callable[..., AbstractContextManager[Program]]) -> None:
    """Unpack the files of a commit. `start` runs a command of git.

    Raises OSError when they cannot be written, SourceError for a commit that is not whole or too large, and what `start` raises.
    """
    listing = ("ls-tree", "-r", "-t", "-z", "-l", "--full-tree", commit)
    with start(*listing) as listed, start("cat-file", "--batch") as contents:
        _write(_entries(listed.stdout), contents, unpacker)
    os.makedirs(os.path.join(unpacker.folder, ".git"), exist_ok=True)  # its .gitignore files apply, as in a clone
    unpacker.finish()


def _entries(listed: IO[bytes] | None) -> Iterator[TreeEntry]:
    """Yield the files of a listing as git prints it. Raises SourceError for one that is too long."""
    assert listed is not None
    rest = b""
    for left in range(ENTRIES, -1, -1):
        while b"\0" not in rest:
            chunk = listed.read1(1 << 16)  # type: ignore[attr-defined]
            if not chunk:
                return
            rest += chunk
            if len(rest) > _NAME + (1 << 16) and b"\0" not in rest:
                raise SourceError(f"it holds a name of more than {_NAME:,} bytes")
        if not left:
            raise SourceError(f"it holds more than {ENTRIES:,} files and folders")
        line, _, rest = rest.partition(b"\0")
        facts, tab, name = line.partition(b"\t")
        fields = facts.decode("ascii", "replace").split()
        if tab and len(fields) == 4 and fields[3].isdigit():  # folders and submodules have no size
            yield TreeEntry(fields[0], fields[2], int(fields[3]), os.fsdecode(name))


def _write(entries: Iterator[TreeEntry], git: Program, unpacker: Unpacker) -> None:
    assert git.stdin is not None and git.stdout is not None
    for entry in entries:
        if entry.size > SIZE_LIMIT:
            unpacker.add_large(entry.name)
            continue
        content = _blob(entry, git.stdin, git.stdout)
        if entry.kind == _SYMLINK:
            unpacker.link(entry.name, os.fsdecode(content))
        elif entry.kind in _FILES:
            unpacker.add(entry.name, io.BytesIO(content))


def _blob(entry: TreeEntry, asked: IO[bytes], answered: IO[bytes]) -> bytes:
    asked.write(f"{entry.blob}\n".encode("ascii"))
    asked.flush()
    header = answered.readline().split()
    if len(header) != 3 or int(header[2]) != entry.size:
        raise SourceError(f"it does not hold the content of '{entry.name}'")
    content = answered.read(entry.size)
    answered.read(1)
    return content
