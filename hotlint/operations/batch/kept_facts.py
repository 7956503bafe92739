"""What the files of source trees name, kept between runs: the next check of a named file reads only what has changed.

One file of the cache folder holds a line for each folder that was looked at from one working folder: the status of its files, a
version of what they name, and the facts of each. A line is decoded where the status is another one. While the files that have
changed name what they did, the version stays, and all that was found out about the tree is still true.
"""

from __future__ import annotations

import contextlib
import os
from binascii import crc32
from collections.abc import Mapping
from json import dumps, loads

from hotlint.analysis.files import facts
from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.common.cache_dir import read_private, write_private
from hotlint.common.files import file_stamp
from hotlint.common.records import NamedTuple
from hotlint.common.version import __version__

if TYPE_CHECKING:
    from hotlint.operations.batch.file_stamps import FolderStatus

LIMIT = 20_000
"""Files whose facts are kept. Reading the facts of more takes longer than a check of one file should."""
PREFIX = "facts-"
"""The start of the names of such files in the cache folder."""


_ROW, _PART = b"\x1e", b"\x1f"
"""What is between rows, and between their parts: characters that no JSON has."""


class _Folder(NamedTuple):
    """A line without the path: two numbers, the names of files, and of each a row: four figures of its status, and facts."""

    checksum: bytes
    version: bytes
    names: bytes
    rows: bytes

    @property
    def facts(self) -> list[list[Any]]:
        """The name of each file, its figures, and what is known of it."""
        if not self.rows:
            return []
        columns = zip(*(row.split(_PART) for row in self.rows.split(_ROW)), strict=True)
        figures, known = (loads(b"[[%s]]" % b"],[".join(column)) for column in columns)
        return [[*row] for row in zip(loads(self.names), figures, known, strict=True)]


class KeptFacts:
    """The facts that earlier runs in this working folder have kept."""

    def __init__(self) -> None:
        self._head = dumps([__version__, file_stamp(facts.__file__), file_stamp(__file__), os.getcwd()]).encode()
        self._file = f"{PREFIX}{crc32(os.fsencode(os.getcwd())):08x}.txt"
        self._lines: dict[str, _Folder] | None = None
        self._is_restored = self._is_changed = False

    @property
    def _folders(self) -> dict[str, _Folder]:
        """The lines by the paths of their folders; none if this version has kept none."""
        if self._lines is None:
            self._lines = {}
            head, *lines = (read_private(self._file) or b"").split(b"\n")
            parts = [line.split(b"\t") for line in lines] if head == self._head else []
            with contextlib.suppress(ValueError, TypeError):
                self._lines = {loads(path): _Folder(*rest) for path, *rest in parts}
        return self._lines

    def restore(self) -> None:
        """Take the kept facts of all files, once. Never raises."""
        if self._is_restored:
            return
        self._is_restored = True
        try:
            for folder, kept in self._folders.items():
                for name, stamp, known in kept.facts:
                    if known:
                        facts.restore_facts(f"{folder}{os.sep}{name}", stamp, known)
        except (ValueError, TypeError, AttributeError, RecursionError):
            self._lines = {}

    def version(self, folders: Mapping[str, FolderStatus]) -> str | None:
        """Return a text that changes when a file of some folders comes, goes or names other things; None if unknown.

        Files that have changed are read. A type of Heat that no environment maps is nothing that a template names. Never raises.
        """
        try:
            for folder, status in folders.items():
                kept = self._folders.get(folder)
                if kept is None or not (_is_of(kept, status) or self._is_renewed(folder, status)):
                    return None
        except (ValueError, TypeError, AttributeError, RecursionError, KeyError, IndexError):
            self._lines = {}
            return None
        seen = hash(tuple(crc32(os.fsencode(folder) + b"\0" + self._folders[folder].version) for folder in folders))
        return f"{len(folders)}-{seen & (1 << 64) - 1:x}"

    def _is_renewed(self, folder: str, status: FolderStatus) -> bool:
        """Return whether the files of a folder name what they did, and keep their status if so."""
        kept = self._folders[folder]
        if loads(kept.names) != status.names:
            return False
        rows = kept.rows.split(_ROW)
        for at, figures in enumerate(_figures(status)):
            start = b"%d,%d,%d,%d\x1f" % figures
            if rows[at].startswith(start):
                continue
            path = f"{folder}{os.sep}{status.names[at]}"
            known = b""
            if facts.may_count(path):
                before = loads(b"[%s]" % rows[at].partition(_PART)[2])
                if not before or os.path.islink(path):  # what a link leads to may be out of bounds
                    return False
                now = facts.kept_facts(path, figures, read=True)
                if not now or not self._names_the_same(before, now):
                    return False
                known = _json(now)[1:-1]
            rows[at] = start + known
        self._keep(folder, status, kept.version, rows)
        return True

    def _names_the_same(self, before: list[Any], now: list[Any]) -> bool:
        if before[:2] != [now[0], [[*entry] for entry in now[1]]]:
            return False
        others = {*before[2]} ^ {*now[2]}
        if not others:
            return True
        from hotlint.resource_types.catalog import PACKAGED

        if not others <= PACKAGED.index["types"].keys():
            return False
        known = (row[2] for kept in self._folders.values() for row in kept.facts)
        return not any(name in others for each in known if each[:1] == ["environment"] for name, _ in each[1])

    def _keep(self, folder: str, status: FolderStatus, version: bytes, rows: list[bytes]) -> None:
        self._folders[folder] = _Folder(b"%d" % status.checksum, version, _json(status.names), _ROW.join(rows))
        self._is_changed = True

    def renew(self, folders: Mapping[str, FolderStatus]) -> None:
        """Take what this run knows about the files of some folders whose status is another one than the kept one."""
        if sum(len(status.names) for status in folders.values()) > LIMIT:
            return
        for folder, status in folders.items():
            kept = self._folders.get(folder)
            if kept is None or not _is_of(kept, status):
                paths = (f"{folder}{os.sep}{name}" for name in status.names)
                known = [_json(facts.kept_facts(*each))[1:-1] for each in zip(paths, _figures(status), strict=True)]
                rows = (b"%d,%d,%d,%d\x1f" % own + each for own, each in zip(_figures(status), known, strict=True))
                self._keep(folder, status, b"%d" % status.checksum, [*rows])

    def save(self, folders: Mapping[str, FolderStatus]) -> None:
        """Keep what is known of the files of some folders, if it has changed. Never raises: without it, the next run takes longer."""
        if facts.is_any_kept():
            self.renew(folders)
        if not self._is_changed or not 1 < sum(len(status.names) for status in folders.values()) <= LIMIT:
            return
        lines = (b"\t".join((_json(path), *self._folders[path])) for path in folders if path in self._folders)
        try:
            write_private(self._file, b"\n".join((self._head, *lines)))
        except OSError:
            return


def _is_of(kept: _Folder, status: FolderStatus) -> bool:
    return kept.checksum == b"%d" % status.checksum


def _figures(status: FolderStatus) -> list[tuple[int, ...]]:
    """Return the four figures of each file."""
    own = iter(status.figures)
    return [*zip(own, own, own, own, strict=True)]


def _json(value: Any) -> bytes:
    return dumps(value, separators=(",", ":")).encode("ascii")
