"""What shows that a file is as it was: its facts, and the hash of its content where those have changed."""

from __future__ import annotations

import os
import time
from binascii import crc32

from hotlint.analysis.files.evidence import HIDDEN_FOLDERS
from hotlint.common.files import FileStamp, ReadError, file_stamp, read_bytes, walked
from hotlint.common.records import NamedTuple

_CLOCK = 20_000_000
"""Nanoseconds by which the time of a change may lie before the moment of it: the clock of file systems is coarse."""
_FACTS_TELL = os.name != "nt"
"""Whether a change of a file always shows in its facts: on Windows, `st_ctime` is not the time of the last change."""


class Stamp(NamedTuple):
    """A `FileStamp` with a hash of the content, in hexadecimal digits; "" for a missing file."""

    modified: int
    size: int
    changed: int
    inode: int
    content: str

    def facts(self) -> FileStamp:
        """Return all but the content."""
        return FileStamp(*self[:4])


class FolderStatus(NamedTuple):
    """The names of the files directly in a folder, sorted, with four figures of each as in `FileStamp`, and a checksum."""

    names: list[str]
    figures: list[int]
    checksum: int


_MISSING = FileStamp()
_HASH = (1 << 64) - 1


class FileStamps:
    """Stamps of files, as they are looked at in one run.

    What a run has read can be relied on only if it did not change since the run began: `settled` tells.
    """

    def __init__(self) -> None:
        self._began = time.time_ns() - _CLOCK
        self._facts: dict[str, FileStamp] = {}
        self._valid: dict[tuple[str, Stamp], bool] = {}
        self._trees: dict[str, _Tree] = {}
        self._contents: dict[tuple[str, FileStamp], str] = {}

    def is_same(self, path: str, stamp: Stamp) -> bool:
        """Return whether a file has the content that it had when it was stamped."""
        key = path, stamp
        if key not in self._valid:
            if path not in self._facts:
                self._facts[path] = file_stamp(path)
            facts = self._facts[path]
            same = facts == stamp.facts() and (_FACTS_TELL or facts == _MISSING)
            exists = facts != _MISSING and stamp.content != ""
            self._valid[key] = same or (
                exists and facts[1] == stamp.size and self._content(path, facts) == stamp.content
            )
        return self._valid[key]

    def settled(self, path: str) -> Stamp | None:
        """Return the stamp of a file that is as it was when the run began; None for one that has changed since.

        A change of its folder counts as well: the file may have been removed, or replaced by an older one.
        """
        facts = file_stamp(path)
        folder = os.path.dirname(os.path.abspath(path))
        while not os.path.isdir(folder) and os.path.dirname(folder) != folder:
            folder = os.path.dirname(folder)
        if self._is_recent(facts[2]) or any(self._is_recent(file_stamp(p, follow=False)[2]) for p in (path, folder)):
            return None
        content = self._content(path, facts) if facts != _MISSING else ""
        return Stamp(*facts, content) if file_stamp(path) == facts else None

    def is_same_tree(self, folder: str, stamp: str) -> bool:
        """Return whether no file below a folder was added, removed or changed since `settled_tree`."""
        return self._tree(folder).stamp == stamp

    def settled_tree(self, folder: str) -> str | None:
        """Return a hash of the facts of all files below a folder; None when one of them changed since the run began."""
        tree = self._tree(folder)
        return tree.stamp if not self._is_recent(tree.latest) else None

    def folders(self, folder: str) -> dict[str, FolderStatus]:
        """Return the status of a folder and of each below it, by full path, as they were first looked at."""
        return self._tree(folder).folders

    def _content(self, path: str, facts: FileStamp) -> str:
        if (path, facts) not in self._contents:
            self._contents[path, facts] = content_hash(path)
        return self._contents[path, facts]

    def _is_recent(self, changed: int) -> bool:
        return changed >= self._began

    def _tree(self, folder: str) -> _Tree:
        """Return what all files below a folder are, which are looked at once."""
        if folder not in self._trees:
            self._trees[folder] = _looked_through(folder)
        return self._trees[folder]


class _Tree(NamedTuple):
    """A stamp of all files below a folder, the time of the latest change, and the status of each folder.

    The stamp has that time as well, which grows with each change; so a short checksum is enough for the rest.
    """

    stamp: str
    latest: int
    folders: dict[str, FolderStatus]


def _looked_through(folder: str) -> _Tree:
    seen = count = latest = 0
    folders: dict[str, FolderStatus] = {}
    hidden = (os.path.join(folder, name) for name in HIDDEN_FOLDERS)
    for at, _, names in (each for top in (folder, *filter(os.path.lexists, hidden)) for each in walked(top)):
        names.sort()
        facts: list[int] = []
        for name in names:
            path = f"{at}{os.sep}{name}"
            try:
                found = os.stat(path)  # of thousands of files: a `FileStamp` of each takes as long again
            except (OSError, ValueError):
                facts += (0, 0, 0, 0)
            else:
                facts += (found.st_mtime_ns, found.st_size, found.st_ctime_ns, found.st_ino)
        latest = max(latest, file_stamp(at).changed, *facts[2::4])
        count += len(names)
        own = hash((crc32("\0".join((at, *names)).encode("utf-8", "surrogateescape")), *facts))
        folders[at] = FolderStatus(names, facts, own)
        seen = hash((seen, own))
    return _Tree(f"{latest}-{count}-{seen & _HASH:x}", latest, folders)


def content_hash(path: str) -> str:
    """Return the hash of a file's content; "" for a folder, and for what cannot be read, which has no content."""
    from hashlib import blake2b

    try:
        return blake2b(read_bytes(path), digest_size=16).hexdigest()
    except (OSError, ReadError):
        return ""
