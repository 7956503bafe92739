"""What is computed from files, for all snapshots of them: parsed documents and memoized values.

A memo is valid for every snapshot in which the files that it was computed from are the same, and the queries that it
asked have the same values. Files are the same when they have the same `FileVersion`; the store compares versions by
identity and never reads a file. Only the queries that depend on a changed file are asked again: after an edit, what is
known of a thousand files is as valid as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hotlint.analysis.template import Template
from hotlint.common.annotations import Any
from hotlint.common.files import real_path
from hotlint.syntax.nodes import Document
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

LAST_TEXTS = 32
"""Texts that are kept parsed in case that they are asked for again, in another snapshot."""


class FileVersion:
    """One content of a file, compared by identity. `is_overlay`: a text given instead of the file on disk."""

    __slots__ = ("is_overlay",)

    def __init__(self, is_overlay: bool) -> None:
        self.is_overlay = is_overlay


Versions = Mapping[str, FileVersion]
"""The versions of the files of a snapshot, by file; a file that is not in it is as it was on disk when first read."""
Query = tuple["Any", ...]
"""A function of a snapshot, and its other arguments."""
Queries = dict[Query, tuple["Any", frozenset[str]]]
"""The answer to each query, and all files that it depends on."""


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


class Dependencies:
    """The keys of files that one computation has read, whether they exist or not, and the queries that it has asked."""

    __slots__ = ("keys", "queries")

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.queries: Queries = {}


class Memo:
    """A computed value, the keys that it was computed from, and the version of each of their files (None: the first)."""

    __slots__ = ("_checked", "_files", "keys", "queries", "value", "versions")

    def __init__(self, value: Any, reads: Dependencies, versions: Versions) -> None:
        self.value = value
        self.keys = frozenset(reads.keys)
        self.queries = reads.queries
        self.versions = {file: versions.get(file) for file in set(map(file_of, self.keys))}
        self._checked = versions
        self._files: frozenset[str] | None = None

    @property
    def files(self) -> frozenset[str]:
        """All files that the value depends on, those of its queries included."""
        if self._files is None:
            self._files = frozenset(self.versions).union(*(files for _, files in self.queries.values()))
        return self._files

    def is_valid(
        self,
        versions: Versions,
        changes: Callable[[Versions, Versions], frozenset[str]],
        ask: Callable[[Query], Memo],
    ) -> bool:
        """Return whether another snapshot has the same files and answers.

        `changes` returns the files in which two snapshots differ; `ask` returns the other snapshot's answer to a query.
        """
        if versions is self._checked:
            return True
        changed = changes(self._checked, versions)
        if not self.files.isdisjoint(changed):
            if any(versions.get(file) is not self.versions[file] for file in changed if file in self.versions):
                return False
            other: Queries = {}
            for query, (value, files) in self.queries.items():
                if files.isdisjoint(changed):
                    continue
                found = ask(query)
                if found.value is not value and found.value != value:
                    return False
                if found.files is not files:
                    other[query] = (value, found.files)
            if other:  # the same answers, which may depend on other files now
                self.queries = {**self.queries, **other}
                self._files = None
        self._checked = versions
        return True

    def needs_overlay(self) -> bool:
        """Return whether the value was computed from a text that is not on disk."""
        return any(version is not None and version.is_overlay for version in self.versions.values())


class MemoStore:
    """The memos and documents that depend on files on disk alone, shared by all snapshots.

    What depends on an overlay is kept by the snapshots that have the overlay (`Overlays`), and goes with them: so a run
    over a thousand files, each an overlay of one snapshot, does not grow the store.
    """

    __slots__ = ("_changes", "_last", "_links", "_memos", "_parsed")

    def __init__(self) -> None:
        self._changes: tuple[Versions, Versions, frozenset[str]] | None = None
        self._links: dict[str, set[str]] = {}
        self._memos: dict[Any, Memo] = {}
        self._parsed: dict[str, tuple[FileVersion | None, ParsedFile]] = {}
        self._last: dict[str, ParsedFile] = {}

    def memo(self, key: Any) -> Memo | None:
        """Return the memo of a key, which may not be valid for a snapshot."""
        return self._memos.get(key)

    def changes(self, before: Versions, after: Versions) -> frozenset[str]:
        """Return the files in which two snapshots differ; the last answer is kept, as most memos ask for the same two."""
        known = self._changes
        if known is None or known[0] is not before or known[1] is not after:
            changed = frozenset(f for f in {**before, **after} if before.get(f) is not after.get(f))
            known = self._changes = (before, after, changed)
        return known[2]

    def keep_link(self, key: str) -> None:
        """Remember a path that is read if a link on it leads to a file that has another path."""
        target = real_path(key)
        if target != key:
            self._links.setdefault(target, set()).add(key)

    def same_file(self, key: str) -> set[str]:
        """Return the paths of a file: its own one, and those that were read through links."""
        target = real_path(key)
        return {target, *self._links.get(target, ())}

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
        rest._memos = {k: m for k, m in self._memos.items() if file not in m.versions}
        rest._parsed = {k: p for k, p in self._parsed.items() if file_of(k) != file}
        return rest

    def memo(self, key: Any) -> Memo | None:
        """Return the memo of a key, which may not be valid for a snapshot."""
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
        self._pending: list[Dependencies] = []  # what the memos being computed have read so far, outermost first

    @property
    def paths(self) -> frozenset[str]:
        """The paths recorded so far; `path#name` is a text within a file."""
        return frozenset(self._paths)

    def add(self, keys: Iterable[str]) -> None:
        """Record files as read, or as looked for."""
        self._paths.update(keys)
        if self._pending:
            self._pending[-1].keys.update(keys)

    def ask(self, query: Query, memo: Memo) -> None:
        """Record that a query was asked, and its answer."""
        if self._pending:
            self._pending[-1].queries[query] = (memo.value, memo.files)

    def of_memo(self, memo: Memo) -> None:
        """Record what a memo depends on, which is used now."""
        self.add(memo.keys)
        if memo.queries and self._pending:
            self._pending[-1].queries.update(memo.queries)

    def begin(self) -> None:
        """Start to collect what one memo reads."""
        self._pending.append(Dependencies())

    def end(self) -> Dependencies:
        """Return what was read since `begin`."""
        return self._pending.pop()
