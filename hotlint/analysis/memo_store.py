"""What is computed from files, for all snapshots of a project: parsed documents and memoized values.

A value is valid for every snapshot in which the files that it was computed from are the same. Files are the same when
they have the same `FileVersion`; the store compares versions by identity and never reads a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hotlint.analysis.template import Template
from hotlint.common.records import NamedTuple
from hotlint.syntax.nodes import Document
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Any

LAST_TEXTS = 32
"""Texts that are kept parsed in case that they are asked for again, in another snapshot."""


class FileVersion:
    """One content of a file, compared by identity. `is_overlay`: a text given instead of the file on disk."""

    __slots__ = ("is_overlay",)

    def __init__(self, is_overlay: bool) -> None:
        self.is_overlay = is_overlay


Versions = Mapping[str, FileVersion]
"""The versions of the files of a snapshot, by file; a file that is not in it is as it was on disk when first read."""


def file_of(key: str) -> str:
    """Return the file that a key names: `path` for `path#name`, the key of a text within a file."""
    return key.partition("#")[0] if "#" in key else key


class ParsedFile:
    """A document and the typed view of it, which is made on first use."""

    __slots__ = ("_template", "document")

    def __init__(self, document: Document, template: Template | None = None) -> None:
        self.document = document
        self._template = template

    @property
    def template(self) -> Template:
        """The file's typed view as a template, made when first needed."""
        if self._template is None:
            self._template = Template(self.document)
        return self._template


class Memo(NamedTuple):
    """A computed value, the keys that it was computed from, and the version of each of their files (None: the first)."""

    value: Any
    keys: frozenset[str]
    versions: tuple[tuple[str, FileVersion | None], ...]

    def is_valid(self, versions: Versions) -> bool:
        """Return whether the files that the value was computed from are the same in another snapshot."""
        for file, version in self.versions:  # noqa: SIM110 - asked often, and `all` takes longer
            if versions.get(file) is not version:
                return False
        return True

    def needs_overlay(self) -> bool:
        """Return whether the value was computed from a text that is not on disk."""
        return any(version is not None and version.is_overlay for _, version in self.versions)


def memo_of(value: Any, keys: set[str], versions: Versions) -> Memo:
    """Return the memo of a value that was computed from `keys` in a snapshot with these versions."""
    return Memo(value, frozenset(keys), tuple((file, versions.get(file)) for file in set(map(file_of, keys))))


class MemoStore:
    """The memos and documents that depend on files on disk alone, shared by all snapshots of a project.

    What depends on an overlay is kept by the snapshots that have the overlay (`Overlays`), and goes with them: so a run
    over a thousand files, each an overlay of one snapshot, does not grow the store.
    """

    __slots__ = ("_last", "_memos", "_parsed")

    def __init__(self) -> None:
        self._memos: dict[Any, Memo] = {}
        self._parsed: dict[str, tuple[FileVersion | None, ParsedFile]] = {}
        self._last: dict[str, ParsedFile] = {}

    def memo(self, key: Any, versions: Versions) -> Memo | None:
        """Return the memo of a key, if it is valid for a snapshot with these versions."""
        memo = self._memos.get(key)
        return memo if memo is not None and memo.is_valid(versions) else None

    def keep_memo(self, key: Any, memo: Memo) -> None:
        """Keep a memo, instead of an older one for the same key."""
        self._memos[key] = memo

    def parsed(self, key: str, version: FileVersion | None) -> ParsedFile | None:
        """Return a parsed file in this version."""
        known = self._parsed.get(key)
        return known[1] if known is not None and known[0] is version else None

    def keep_parsed(self, key: str, version: FileVersion | None, parsed: ParsedFile) -> None:
        """Keep a parsed file, instead of an older version of it."""
        self._parsed[key] = (version, parsed)

    def read(self, source: Source) -> ParsedFile:
        """Return a text as a parsed file: parsed anew, or the same as before for one of the last texts.

        So a nested template is parsed once, though a template is checked as an overlay and its users read it from disk.
        """
        last = self._last.pop(source.uri, None)
        if last is None or last.document.source != source:
            last = ParsedFile(parse(source))
        self._last[source.uri] = last
        for oldest in list(self._last)[:-LAST_TEXTS]:
            self._last.pop(oldest, None)
        return last


class Overlays:
    """The texts that a snapshot has instead of files on disk, and what was computed from them."""

    __slots__ = ("_memos", "_parsed")

    def __init__(self) -> None:
        self._memos: dict[Any, Memo] = {}
        self._parsed: dict[str, ParsedFile] = {}

    def without(self, file: str) -> Overlays:
        """Return what does not depend on a file."""
        rest = Overlays()
        rest._memos = {k: m for k, m in self._memos.items() if all(f != file for f, _ in m.versions)}
        rest._parsed = {k: p for k, p in self._parsed.items() if file_of(k) != file}
        return rest

    def memo(self, key: Any) -> Memo | None:
        """Return the memo of a key."""
        return self._memos.get(key)

    def keep_memo(self, key: Any, memo: Memo) -> None:
        """Keep a memo that needs an overlay."""
        self._memos[key] = memo

    def parsed(self, key: str) -> ParsedFile | None:
        """Return a parsed overlay, or a parsed text within one."""
        return self._parsed.get(key)

    def keep_parsed(self, key: str, parsed: ParsedFile) -> None:
        """Keep a parsed overlay."""
        self._parsed[key] = parsed


class FileReads:
    """Records the full paths of files that answers depend on, whether the files exist or not."""

    __slots__ = ("_paths", "_pending")

    def __init__(self) -> None:
        self._paths: set[str] = set()
        self._pending: list[set[str]] = []  # what the memos being computed have read so far, outermost first

    @property
    def paths(self) -> frozenset[str]:
        """The paths recorded so far; `path#name` is a text within a file."""
        return frozenset(self._paths)

    def add(self, keys: Iterable[str]) -> None:
        """Record files as read, or as looked for."""
        self._paths.update(keys)
        if self._pending:
            self._pending[-1].update(keys)

    def begin(self) -> None:
        """Start to collect what one memo reads."""
        self._pending.append(set())

    def end(self) -> set[str]:
        """Return what was read since `begin`."""
        return self._pending.pop()


class NestedBudget:
    """How many nested templates may still be checked for one file, each with the values it gets there."""

    __slots__ = ("_left",)

    def __init__(self, limit: int) -> None:
        self._left = limit

    @property
    def is_spent(self) -> bool:
        """Whether no further nested template may be checked."""
        return self._left <= 0

    def spend(self) -> None:
        """Count one nested template."""
        self._left -= 1
