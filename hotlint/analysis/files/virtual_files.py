"""Files as answers see them: those on disk, read on first use, and texts that are used instead of them.

The only module of the core that reads files. `VirtualFiles` never changes: `with_source`, `with_document` and `changed`
return other snapshots, which share everything that does not depend on the changed file. That is the one mechanism of
invalidation: whoever keeps something that depends on files memoizes it here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from hotlint.analysis.files.store import (
    FileReads,
    FileVersion,
    Memo,
    MemoStore,
    Overlays,
    ParsedFile,
    Query,
    file_of,
)
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.files import UnpackedTree, absolute_path, is_within, text_within
from hotlint.syntax.nodes import Document
from hotlint.syntax.source import Source

if TYPE_CHECKING:
    from typing import Any, TypeVar

    from hotlint.analysis.template import Template

    Computed = TypeVar("Computed")


class VirtualFiles:
    """A snapshot of files, and of what was computed from them.

    `sources` are texts that are used instead of the files on disk. `confined_to` is the only folder in which files are
    read, None for no such limit. `reads` records the files that answers depend on.
    """

    __slots__ = ("_overlays", "_sources", "_store", "_versions", "confined_to", "reads")

    def __init__(self, sources: Mapping[str, Source] | None = None, confined_to: str | None = None) -> None:
        self.confined_to = confined_to
        self.reads = FileReads()
        self._sources = {full_path(p): s for p, s in (sources or {}).items()}
        self._versions = {file_of(key): FileVersion(is_overlay=True) for key in self._sources}
        self._overlays = Overlays()
        self._store = MemoStore()

    # -- snapshots ---------------------------------------------------------------------------------------------------

    def with_source(self, source: Source) -> VirtualFiles:
        """Return the snapshot with a text instead of the file `source.uri`."""
        return self._changed(full_path(source.uri), source)

    def with_document(self, document: Document, template: Template) -> VirtualFiles:
        """Return the snapshot with a text that has been parsed already instead of the file `document.source.uri`."""
        key = full_path(document.source.uri)
        changed = self._changed(key, document.source)
        changed._overlays.keep_parsed(key, ParsedFile(document, template))
        return changed

    def changed(self, path: str) -> VirtualFiles:
        """Return the snapshot after a file has been added, changed or removed on disk, or without the text given for it.

        The file is read anew, also through links, and so is the list of the files in its folder, if it has come or gone.
        """
        key = full_path(path)
        after, (folder, name) = self._changed(key, None), os.path.split(key)
        for same in self._store.same_file(key) - {key, *self._sources}:
            after._versions[same] = FileVersion(is_overlay=False)
        listed = self._memo(("names", folder))
        if listed is None or (name in listed.value) != os.path.lexists(key):
            after._versions[folder] = FileVersion(is_overlay=False)
        return after

    def for_answer(self) -> VirtualFiles:
        """Return the same snapshot for one answer, whose `reads` start anew."""
        copy = self._copy()
        copy.reads = FileReads()
        return copy

    def _changed(self, key: str, source: Source | None) -> VirtualFiles:
        """Return the snapshot in which one file is another one; its reads start anew."""
        file = file_of(key)
        after = self.for_answer()
        after._sources = {k: s for k, s in self._sources.items() if k != key}
        if source is not None:
            after._sources[key] = source
        is_overlay = any(file_of(k) == file for k in after._sources)
        after._versions = {**self._versions, file: FileVersion(is_overlay)}
        if source is not None and key not in self._sources and not os.path.exists(file):
            after._versions[os.path.dirname(file)] = FileVersion(is_overlay=False)  # it is a new file of its folder
        after._overlays = self._overlays.without(file)
        return after

    def _copy(self) -> VirtualFiles:
        copy: VirtualFiles = object.__new__(VirtualFiles)
        copy.confined_to, copy.reads = self.confined_to, self.reads
        copy._sources, copy._versions = self._sources, self._versions
        copy._overlays, copy._store = self._overlays, self._store
        return copy

    def anew(self) -> VirtualFiles:
        """Return files of the same kind of which nothing has been read yet; texts that are used instead of files are kept."""
        rest = VirtualFiles(confined_to=self.confined_to)
        for key, source in self._sources.items():
            known = self._overlays.parsed(key)
            rest = rest.with_document(known.document, known.template) if known is not None else rest.with_source(source)
        return rest

    # -- memos -------------------------------------------------------------------------------------------------------

    def is_memoized(self, key: Any) -> bool:
        """Return whether the value of a key is known for this snapshot."""
        return self._memo(key) is not None

    def memoize(self, key: Any, compute: Callable[[], Computed]) -> Computed:
        """Return what `compute` returns, computed once for all snapshots in which the files that it reads are the same.

        It must depend on nothing else but `key`, and return nothing that holds a snapshot.
        """
        memo = self._memo(key) or self._computed(key, compute)
        self.reads.of_memo(memo)
        return memo.value  # type: ignore[no-any-return]

    def query(self, function: Callable[..., Computed], *arguments: Any) -> Computed:
        """Return `function(self, *arguments)`, computed once as in `memoize`.

        What is computed from the answer stays valid while the answer is the same, whichever files it was made from.
        """
        query = (function, *arguments)
        memo = self._memo(query) or self._computed(query, lambda: function(self, *arguments))
        self.reads.ask(query, memo)
        return memo.value  # type: ignore[no-any-return]

    def _memo(self, key: Any) -> Memo | None:
        memo = self._overlays.memo(key) or self._store.memo(key)
        if memo is None or not memo.is_valid(self._versions, self._store.changes, self._answer):
            return None
        return memo

    def _answer(self, query: Query) -> Memo:
        function, *arguments = query
        return self._memo(query) or self._computed(query, lambda: function(self, *arguments))

    def _computed(self, key: Any, compute: Callable[[], Any]) -> Memo:
        self.reads.begin()
        try:
            value = compute()
        finally:
            reads = self.reads.end()
        memo = Memo(value, reads, self._versions)
        keeper = self._overlays if memo.needs_overlay() else self._store
        keeper.keep_memo(key, memo)
        return memo

    def record(self, *paths: str) -> None:
        """Record files that an answer depends on."""
        self.reads.add(tuple(map(full_path, paths)))

    # -- files -------------------------------------------------------------------------------------------------------

    def is_overlay(self, path: str) -> bool:
        """Return whether a text is used instead of the file on disk."""
        return full_path(path) in self._sources

    def is_first(self, path: str) -> bool:
        """Return whether a file (a full path) is as these files were first read: no text is used instead, and no change is known."""
        return file_of(path) not in self._versions

    @property
    def overlays(self) -> list[str]:
        """The full paths of the files that a text is used instead of."""
        return [key for key in self._sources if "#" not in key]

    def parsed(self, key: str) -> ParsedFile | None:
        """Return a file that has been parsed already, by its full path; None for any other."""
        version = self._versions.get(file_of(key))
        if version is not None and version.is_overlay:
            return self._overlays.parsed(key)
        return self._store.parsed(key, version)

    def parse(self, key: str, source: Source | None = None) -> ParsedFile:
        """Return a file, by its full path, parsed now from its text, or from `source`. Raises as `text` does."""
        if source is None:
            source = self._sources.get(key) or Source(key, self.text(key))
        version, parsed = self._versions.get(file_of(key)), self._store.read(source)
        if version is not None and version.is_overlay:
            self._overlays.keep_parsed(key, parsed)
        else:
            self._store.keep_parsed(key, version, parsed)
        return parsed

    def text(self, path: str) -> str:
        """Return a file as text. Raises FileNotFoundError, PermissionError or ReadError."""
        key = full_path(path)
        self.reads.add((key,))
        source = self._sources.get(key)
        return source.text if source is not None else self.memoize(("text", key), lambda: self._read(path))

    def _read(self, path: str) -> str:
        key = full_path(path)
        self.reads.add((key,))
        self._store.keep_link(key)
        return text_within(path, self.confined_to)

    def may_read(self, path: str) -> bool:
        """Return whether a path is within the folder to which reading is confined."""
        return self.confined_to is None or is_within(path, self.confined_to)

    def state(self, path: str) -> str:
        """Return what a path leads to: "file", "folder", "missing" or "denied"."""
        key = full_path(path)
        self.reads.add((key,))
        if key in self._sources or self.parsed(key) is not None:
            return "file"
        return self.memoize(("state", key), lambda: self._state(key))

    def _state(self, key: str) -> str:
        self.reads.add((key,))
        if not self.may_read(key):
            return self.confined_to.state(key) if isinstance(self.confined_to, UnpackedTree) else "denied"
        if os.path.isdir(key):
            return "folder"
        if not os.path.exists(key):
            return "missing"
        return "file" if os.access(key, os.R_OK) else "denied"

    def names(self, folder: str) -> list[str]:
        """Return the names of everything in a folder (a full path), sorted; none for a missing folder."""
        return self.memoize(("names", folder), lambda: self._names(folder))

    def _names(self, folder: str) -> list[str]:
        self.reads.add((folder,))
        given = {os.path.basename(key) for key in self._sources if os.path.dirname(key) == folder and "#" not in key}
        try:
            return sorted({*os.listdir(folder), *given} if self.may_read(folder) else given)
        except (OSError, ValueError):
            return sorted(given)


def full_path(path: str) -> str:
    """Return the full path of a file, under which everything about it is kept."""
    return path if path.startswith(os.sep) and ".." not in path else absolute_path(path)
