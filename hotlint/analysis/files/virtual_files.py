"""Files as answers see them: those on disk, read on first use, and texts that are used instead of them.

The only module of the core that reads files. `VirtualFiles` never changes: `with_source`, `with_document` and `changed`
return other snapshots, which share everything that does not depend on the changed file. That is the one mechanism of
invalidation: whoever keeps something that depends on files memoizes it here.

A memo is valid for every snapshot in which the files that it was computed from are the same, and the queries that it
asked have the same values. Files are the same when they have the same `FileVersion`; versions are compared by identity,
and no file is read for it. Only the queries that depend on a changed file are asked again: after an edit, what is known of
a thousand files is as valid as before.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Collection, Iterable, Mapping

from hotlint.analysis.locations import Location, locate
from hotlint.analysis.template import Template
from hotlint.common.annotations import TYPE_CHECKING, Any, Literal, TypeVar
from hotlint.common.boundary import Boundary, UnpackedTree, is_absent, may_read, may_read_in, refusal, text_within
from hotlint.common.cache_dir import cache_folder
from hotlint.common.files import TOOL_FOLDERS, absolute_path, real_path
from hotlint.syntax.nodes import Document
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

if TYPE_CHECKING:
    from hotlint.common.repository_urls import Repository

Computed = TypeVar("Computed")
Entry = Literal["file", "folder", "link to a folder"]
SEARCHED = 5_000
"""Folders, and files without a dot in their name, among which a file is looked for that is not where it should be."""
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

    def queries_of(self, function: Callable[..., Any]) -> list[Query]:
        """Return the queries of a function that have a memo."""
        return [key for key in self._memos if key[0] is function]

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

    def read(self, key: str, source: Source) -> ParsedFile:
        """Return a text as a parsed file: parsed anew, or the same as before for a file on disk and for one of the last texts.

        So a nested template is parsed once, though a template is checked as an overlay and its users read it from disk.
        """
        last = self._last.pop(source.uri, None)
        if last is None or last.document.source != source:
            _, last = self._parsed.get(key, (None, last))
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

    def without(self, *files: str) -> Overlays:
        """Return what does not depend on some files."""
        rest, gone = Overlays(), set(files)
        rest._memos = {k: m for k, m in self._memos.items() if gone.isdisjoint(m.versions)}
        rest._parsed = {k: p for k, p in self._parsed.items() if file_of(k) not in gone}
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


class VirtualFiles:
    """A snapshot of files, and of what was computed from them.

    `sources` are texts that are used instead of the files on disk. `confined_to` is the boundary of what is read. `reads`
    records the files that answers depend on.
    """

    __slots__ = ("_overlays", "_sources", "_store", "_versions", "confined_to", "reads")

    def __init__(self, sources: Mapping[str, Source] | None = None, confined_to: Boundary | None = None) -> None:
        self.confined_to = confined_to
        self.reads = FileReads()
        self._sources = {full_path(p): s for p, s in (sources or {}).items()}
        self._versions = {file_of(key): FileVersion(is_overlay=True) for key in self._sources}
        self._overlays = Overlays()
        self._store = MemoStore()

    # -- snapshots ---------------------------------------------------------------------------------------------------

    def with_source(self, source: Source) -> VirtualFiles:
        """Return the snapshot with a text instead of the file `source.uri`."""
        return self._changed([full_path(source.uri)], source)

    def with_document(self, document: Document, template: Template) -> VirtualFiles:
        """Return the snapshot with a text that has been parsed already instead of the file `document.source.uri`."""
        key = full_path(document.source.uri)
        changed = self._changed([key], document.source)
        changed._overlays.keep_parsed(key, ParsedFile(document, template))
        return changed

    def changed(self, *paths: str) -> VirtualFiles:
        """Return the snapshot after files have been added, changed or removed on disk, or without the texts given for them.

        The files are read anew, also through links, and so are the lists of the files in their folders, if they have come or gone.
        """
        keys = dict.fromkeys(map(full_path, paths))
        after = self._changed(keys, None)
        for key in keys:
            for same in self._store.same_file(key) - keys.keys() - self._sources.keys():
                after._versions[same] = FileVersion(is_overlay=False)
            path, folder = key, os.path.dirname(key)
            while path != folder and not self._is_listed_right(path):  # folders come and go with the files in them
                after._versions[folder] = FileVersion(is_overlay=False)
                path, folder = folder, os.path.dirname(folder)
        return after

    def _is_listed_right(self, path: str) -> bool:
        """Return whether the list of a folder, as it was read, has a path if it is there, and only then."""
        folder, name = os.path.split(path)
        listed = self._memo(("entries", folder))
        return listed is not None and (name in listed.value) == os.path.lexists(path)

    def for_answer(self) -> VirtualFiles:
        """Return the same snapshot for one answer, whose `reads` start anew."""
        copy = self._copy()
        copy.reads = FileReads()
        return copy

    def _changed(self, keys: Collection[str], source: Source | None) -> VirtualFiles:
        """Return the snapshot in which some files are other ones, with the text of `source`, if any; its reads start anew."""
        after = self.for_answer()
        after._sources = {k: s for k, s in self._sources.items() if k not in keys}
        after._sources |= {key: source for key in keys if source is not None}
        files = {key: file_of(key) for key in keys}
        overlays = {file_of(k) for k in after._sources}
        after._versions = {**self._versions, **{file: FileVersion(file in overlays) for file in files.values()}}
        for key, file in files.items() if source is not None else ():
            if key not in self._sources and not os.path.exists(file):
                after._versions[os.path.dirname(file)] = FileVersion(is_overlay=False)  # it is a new file of its folder
        after._overlays = self._overlays.without(*files.values())
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

    def asked(self, function: Callable[..., Any]) -> list[Query]:
        """Return the queries of a function that any snapshot was asked, but for those that depend on an overlay."""
        return self._store.queries_of(function)

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

    def parsed(self, path: str) -> ParsedFile | None:
        """Return a file that has been parsed already, and record that it counts; None for any other."""
        key = full_path(path)
        self.reads.add((key,))
        return self._parsed(key)

    def _parsed(self, key: str) -> ParsedFile | None:
        version = self._versions.get(file_of(key))
        if version is not None and version.is_overlay:
            return self._overlays.parsed(key)
        return self._store.parsed(key, version)

    def parse(self, path: str, source: Source | None = None) -> ParsedFile:
        """Return a file, parsed now from its text, or from `source`. Raises as `text` does."""
        key = full_path(path)
        if source is None:
            source = self._sources.get(key) or Source(path, self.text(path))
        version, parsed = self._versions.get(file_of(key)), self._store.read(key, source)
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
        if (why := self.refusal(path)) is not None:
            raise PermissionError(errno.EACCES, why, path)
        return text_within(path, self.confined_to)  # asks again, since links may be others by now

    def refusal(self, path: str) -> str | None:
        """Return why a path is not read, in a clause; None for one that is within the boundary."""
        key = full_path(path)
        return self.memoize(("refusal", key), lambda: self._refusal(key))

    def _refusal(self, key: str) -> str | None:
        self.reads.add((key,))
        return refusal(key, self.confined_to)

    def may_read(self, path: str) -> bool:
        """Return whether a path is within the boundary."""
        return may_read(path, self.confined_to)

    def may_read_in(self, folder: str) -> Callable[[str], bool]:
        """Return `may_read` for files directly in a folder."""
        return may_read_in(folder, self.confined_to)

    def state(self, path: str) -> str:
        """Return what a path leads to: "file", "folder", "missing", "denied" or "outside" (of the boundary)."""
        key = full_path(path)
        self.reads.add((key,))
        if key in self._sources or self._parsed(key) is not None:
            return "file"
        return self.memoize(("state", key), lambda: self._state(key))

    def _state(self, key: str) -> str:
        self.reads.add((key,))
        if isinstance(self.confined_to, UnpackedTree) and is_absent(key, self.confined_to):
            return self.confined_to.state(key)
        if self.refusal(key) is not None:
            return "outside"
        if os.path.isdir(key):
            return "folder"
        if not os.path.exists(key):
            return "missing"
        return "file" if os.access(key, os.R_OK) else "denied"

    def locate(self, name: str, origin: str, base: str | None = None) -> Location:
        """Return the location of a file that the file `origin` names: see `locate`.

        A URL of the repository that `origin` is in stands for the file in the checkout, where there is one.
        """
        found = locate(name, origin, base)
        if found.url is None or not found.url.startswith(("http:", "https:")):
            return found
        folder = os.path.dirname(full_path(origin))
        repository = self.memoize(("repository", folder), lambda: self._around(folder))
        paths = repository.files_of(found.url) if repository is not None else ()
        return next((Location(path) for path in paths if self.state(path) == "file"), found)

    def _around(self, folder: str) -> Repository | None:
        from hotlint.common.repository_urls import repository_of

        found, config = repository_of(folder)
        if config is not None:
            self.reads.add((config,))
        return found

    def names(self, folder: str) -> list[str]:
        """Return the names of everything in a folder (a full path), sorted; none for a missing folder."""
        return list(self.entries(folder))

    def entries(self, folder: str) -> dict[str, Entry]:
        """Return what each name in a folder (a full path) is, sorted by name; nothing for a folder that cannot be read.

        Whatever depends on the list of a folder reads this one: `changed` compares it with the folder as it is then.
        """
        return self.memoize(("entries", folder), lambda: self._entries(folder))

    def below(self, folder: str) -> dict[str, list[str]]:
        """Return the paths of what is in a folder (a full path) and in those below it, by name.

        At most `SEARCHED` folders are read. Folders that are hidden, filled by tools (hotlint's own cache
        too), or have a dot in their name are left out.
        """
        return self.memoize(("below", folder), lambda: self._below(folder))

    def _below(self, folder: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        waiting, own_cache = [folder], os.path.abspath(cache_folder())
        for count, here in enumerate(waiting):
            if count == SEARCHED:
                break
            for name in self.names(here):
                path = os.path.join(here, name)
                found.setdefault(name, []).append(path)
                if "." not in name and name not in TOOL_FOLDERS and path != own_cache:
                    waiting.append(path)
        return found

    def _entries(self, folder: str) -> dict[str, Entry]:
        self.reads.add((folder,))
        given = (key for key in self._sources if os.path.dirname(key) == folder and "#" not in key)
        found: dict[str, Entry] = dict.fromkeys(map(os.path.basename, given), "file")
        if self.may_read(folder):
            with contextlib.suppress(OSError, ValueError), os.scandir(folder) as entries:
                for entry in entries:
                    is_file = not entry.is_dir()
                    found[entry.name] = "file" if is_file else "link to a folder" if entry.is_symlink() else "folder"
        return dict(sorted(found.items()))


def full_path(path: str) -> str:
    """Return the full path of a file, under which everything about it is kept."""
    return path if path.startswith(os.sep) and ".." not in path else absolute_path(path)
