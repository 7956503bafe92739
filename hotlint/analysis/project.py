"""An immutable snapshot of the files that belong together: templates, environments, nested templates.

The only module of the core that reads files. A Project never changes: `with_source`, `with_document` and `without` return
other snapshots, which share everything that does not depend on the changed file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping

from hotlint.analysis import template as templates
from hotlint.analysis.environment import Environment, EnvironmentFile
from hotlint.analysis.environment_merge import merge
from hotlint.analysis.locations import Location, locate
from hotlint.analysis.memo_store import (
    FileReads,
    FileVersion,
    MemoStore,
    NestedBudget,
    Overlays,
    ParsedFile,
    file_of,
    memo_of,
)
from hotlint.analysis.resolved_type import ResolvedType
from hotlint.analysis.type_registry import TEMPLATE_ENDINGS, Mapped
from hotlint.common.files import ReadError, UnpackedTree, is_within, text_within
from hotlint.resource_types.catalog import Catalog, NoSuchType, OpaqueType, ResourceType
from hotlint.syntax.nodes import Document
from hotlint.syntax.source import Source

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from hotlint.analysis.open_world import OpenWorld
    from hotlint.analysis.rendered_files import RenderedFile, Renderer

    Computed = TypeVar("Computed")

NESTED_CHECKS = 1000
"""Nested templates that are checked for one template, each with the values that it gets: a deep tree has thousands."""
MAPPINGS_LIMIT = 100
"""Entries of a registry that lead on to each other: more is an endless growth of names, on which Heat fails."""


class Project:
    """A snapshot of files, read on first use, and of what was computed from them.

    `sources` are texts that count instead of the files on disk. `root` is the folder that the files belong to, None where
    it is not known. `users` are, by the full path of an environment, the templates that it is used with, where known.
    `confined_to` is the only folder in which files are read, None for no such limit. `open_world` is what the tree of files
    leaves open, None where the files count as they are. `render` renders the Jinja source of a missing file, None where no source
    is rendered.
    `reads` records the files that answers depend on, `nested_budget` bounds the checks of nested templates.
    """

    __slots__ = (
        "_overlays", "_sources", "_store", "_versions", "catalog", "confined_to", "nested_budget", "open_world",
        "reads", "render", "root", "users",
    )  # fmt: skip

    def __init__(
        self,
        catalog: Catalog,
        sources: Mapping[str, Source] | None = None,
        root: str | None = None,
        users: Mapping[str, tuple[str, ...]] = {},
        confined_to: str | None = None,
        render: Renderer | None = None,
    ) -> None:
        self.catalog = catalog
        self.render = render
        self.root = root
        self.users = users
        self.confined_to = confined_to
        self.open_world: OpenWorld | None = None
        self.reads = FileReads()
        self.nested_budget = NestedBudget(NESTED_CHECKS)
        self._sources = {_key(p): s for p, s in (sources or {}).items()}
        self._versions = {file_of(key): FileVersion(is_overlay=True) for key in self._sources}
        self._overlays = Overlays()
        self._store = MemoStore()

    # -- snapshots ---------------------------------------------------------------------------------------------------

    def with_source(self, source: Source) -> Project:
        """Return the snapshot with a text instead of the file `source.uri`."""
        return self._changed(_key(source.uri), source)

    def with_document(self, document: Document, template: templates.Template) -> Project:
        """Return the snapshot with a text that has been parsed already instead of the file `document.source.uri`."""
        key = _key(document.source.uri)
        changed = self._changed(key, document.source)
        changed._overlays.keep_parsed(key, ParsedFile(document, template))
        return changed

    def without(self, path: str) -> Project:
        """Return the snapshot after a file has changed on disk, or without the text given for it: it is read anew."""
        return self._changed(_key(path), None)

    def in_folder(self, root: str | None) -> Project:
        """Return the snapshot with another `root`; everything else is shared."""
        copy = self._copy()
        copy.root = root
        return copy

    def with_users(self, users: Mapping[str, tuple[str, ...]]) -> Project:
        """Return the snapshot with other `users`; everything else is shared."""
        copy = self._copy()
        copy.users = users
        return copy

    def in_world(self, open_world: OpenWorld | None) -> Project:
        """Return the snapshot with another `open_world`; everything else is shared."""
        copy = self._copy()
        copy.open_world = open_world
        return copy

    def _changed(self, key: str, source: Source | None) -> Project:
        """Return the snapshot in which one file is another one; its reads and its nested budget start anew."""
        file = file_of(key)
        changed = self._copy()
        changed.reads = FileReads()
        changed.nested_budget = NestedBudget(NESTED_CHECKS)
        changed._sources = {k: s for k, s in self._sources.items() if k != key}
        if source is not None:
            changed._sources[key] = source
        is_overlay = any(file_of(k) == file for k in changed._sources)
        changed._versions = {**self._versions, file: FileVersion(is_overlay)}
        changed._overlays = self._overlays.without(file)
        return changed

    def _copy(self) -> Project:
        copy: Project = object.__new__(Project)
        copy.catalog, copy.root, copy.users = self.catalog, self.root, self.users
        copy.confined_to, copy.open_world, copy.render = self.confined_to, self.open_world, self.render
        copy.reads, copy.nested_budget = self.reads, self.nested_budget
        copy._sources, copy._versions = self._sources, self._versions
        copy._overlays, copy._store = self._overlays, self._store
        return copy

    def anew(self) -> Project:
        """Return a project of the same kind that has read nothing yet."""
        return Project(self.catalog, confined_to=self.confined_to, render=self.render)

    # -- memos -------------------------------------------------------------------------------------------------------

    def is_memoized(self, key: Any) -> bool:
        """Return whether the value of a key is known for this snapshot."""
        return self._overlays.memo(key) is not None or self._store.memo(key, self._versions) is not None

    def memoize(self, key: Any, compute: Callable[[], Computed]) -> Computed:
        """Return what `compute` returns, computed once for all snapshots in which the files that it reads are the same.

        It must depend on nothing else but `key`, and return nothing that holds a Project.
        """
        memo = self._overlays.memo(key) or self._store.memo(key, self._versions)
        if memo is None:
            self.reads.begin()
            try:
                value = compute()
            finally:
                keys = self.reads.end()
            memo = memo_of(value, keys, self._versions)
            keeper = self._overlays if memo.needs_overlay() else self._store
            keeper.keep_memo(key, memo)
        self.reads.add(memo.keys)
        return memo.value  # type: ignore[no-any-return]

    def _parsed(self, key: str) -> ParsedFile | None:
        version = self._versions.get(file_of(key))
        if version is not None and version.is_overlay:
            return self._overlays.parsed(key)
        return self._store.parsed(key, version)

    def _keep_parsed(self, key: str, source: Source) -> ParsedFile:
        version, parsed = self._versions.get(file_of(key)), self._store.read(source)
        if version is not None and version.is_overlay:
            self._overlays.keep_parsed(key, parsed)
        else:
            self._store.keep_parsed(key, version, parsed)
        return parsed

    def record(self, *paths: str) -> None:
        """Record files that an answer depends on."""
        self.reads.add(map(_key, paths))

    # -- files -------------------------------------------------------------------------------------------------------

    def document(self, path: str) -> Document:
        """Return a file as a Document. Raises FileNotFoundError, PermissionError or ReadError."""
        key = _key(path)
        self.reads.add((key,))
        parsed = self._parsed(key) or self._rendered_parsed(key)
        if parsed is None:
            parsed = self._keep_parsed(key, self._sources.get(key) or Source(path, self.text(path)))
        return parsed.document

    def text(self, path: str) -> str:
        """Return a file as text. Raises as `document` does."""
        key = _key(path)
        self.reads.add((key,))
        source = self._sources.get(key)
        if source is not None:
            return source.text
        rendered = self._rendered_parsed(key)
        return rendered.document.text if rendered is not None else self.memoize(("text", key), lambda: self._read(path))

    def _read(self, path: str) -> str:
        self.reads.add((_key(path),))
        return self._text_on_disk(path)

    def _text_on_disk(self, path: str) -> str:
        return text_within(path, self.confined_to)

    def _may_read(self, path: str) -> bool:
        return self.confined_to is None or is_within(path, self.confined_to)

    def state(self, path: str) -> str:
        """Return what a path leads to: "file", "folder", "missing" or "denied".

        "rendered" is a missing file of which nothing is known: in an open world one that has a Jinja source, and always one whose
        source cannot be rendered.
        """
        key = _key(path)
        self.reads.add((key,))
        if key in self._sources or self._parsed(key) is not None:
            return "file"
        state = self.memoize(("state", key), lambda: self._state(key))
        if state == "missing" and self.render is not None and (rendered := self.rendered(key)) is not None:
            return "file" if rendered.parsed is not None else "rendered"
        return "rendered" if state == "missing" and self.open_world and self.jinja_source(key) else state

    def rendered(self, path: str) -> RenderedFile | None:
        """Return a missing file as it is rendered from its Jinja source; None for any other, and where none is rendered."""
        key, render = _key(path), self.render
        if (
            render is None
            or key in self._sources
            or self.memoize(("state", key), lambda: self._state(key)) != "missing"
        ):
            return None
        from hotlint.analysis.rendered_files import rendered_file

        def compute() -> RenderedFile | None:
            return rendered_file(key, self._names_near(key), self.text, lambda path, text: render(self, path, text))

        return self.memoize(("rendered", key), compute)

    def _rendered_parsed(self, key: str) -> ParsedFile | None:
        rendered = self.rendered(key) if self.render is not None else None
        return rendered.parsed if rendered is not None else None

    def jinja_source(self, path: str) -> str | None:
        """Return the name of the Jinja source, in the same folder, that a file is rendered from; None when there is none."""
        from hotlint.analysis.jinja_sources import source_of

        key = _key(path)
        return self.memoize(("jinja source", key), lambda: source_of(os.path.basename(key), self._names_near(key)))

    def _state(self, key: str) -> str:
        self.reads.add((key,))
        if not self._may_read(key):
            return self.confined_to.state(key) if isinstance(self.confined_to, UnpackedTree) else "denied"
        if os.path.isdir(key):
            return "folder"
        if not os.path.exists(key):
            return "missing"
        return "file" if os.access(key, os.R_OK) else "denied"

    def siblings(self, path: str) -> list[str]:
        """Return the names of the files in the folder of `path`, for "did you mean"; none for a missing folder.

        Jinja sources are left out: what they are rendered to is what a template names.
        """
        from hotlint.analysis.jinja_sources import is_source_name

        return [name for name in self._names_near(path) if not is_source_name(name)]

    def _names_near(self, path: str) -> list[str]:
        folder = os.path.dirname(_key(path))
        self.reads.add((folder,))
        try:
            return sorted(os.listdir(folder)) if self._may_read(folder) else []
        except OSError:
            return []

    def mentions_version(self, path: str) -> bool:
        """Return whether a file may be a template, without parsing it. Raises as `document` does."""
        if self._parsed(_key(path)) is not None:
            self.reads.add((_key(path),))
            return True
        text = self.text(path)
        return any(k in text for k in (templates.VERSION_KEY, *templates.CFN_KEYS))

    def inline(self, name: str, text: str) -> Location:
        """Return the location of a text within a file, parsed under a name of its own: `path#name`."""
        key = _key(name)
        if self._parsed(key) is None:
            self._keep_parsed(key, Source(name, text))
        return Location(name)

    def template_of(self, document: Document) -> templates.Template:
        """Return the typed view of a document, which is made once for a document of this snapshot."""
        key = _key(document.source.uri)
        parsed = self._parsed(key) or self._rendered_parsed(key)
        return parsed.template if parsed is not None and parsed.document is document else templates.Template(document)

    def environment(self, paths: Iterable[str], parameters: Mapping[str, Any] | None = None) -> Environment:
        """Return environment files merged in order, for any template. Raises as `document` does."""
        return merge([EnvironmentFile(self.document(p)) for p in paths], parameters)

    # -- types -------------------------------------------------------------------------------------------------------

    def resolve_type(self, type_name: str, resource: str, environment: Environment, path: str) -> ResolvedType:
        """Return the type that a type name means for a resource in the file `path` (heat.engine.environment).

        Entries of the registry are tried in Heat's order until one leads to a type that exists, then Heat's own types.
        """
        ignored_entries: list[Mapped] = []
        found = self._resolve_type(type_name, resource, environment, path, (), ignored_entries)
        return found._replace(ignored_entries=tuple(ignored_entries)) if ignored_entries else found

    def _resolve_type(
        self,
        name: str,
        resource: str,
        environment: Environment,
        path: str,
        seen: tuple[str, ...],
        ignored_entries: list[Mapped],
    ) -> ResolvedType:
        if name.endswith(TEMPLATE_ENDINGS):
            location = locate(name, path)
            return ResolvedType(self.type_at(name, location, environment), location)
        for entry in environment.mapped(name, resource):
            target = entry.applied(name)
            if target is None:
                continue
            if entry.is_template:
                location = locate(target, entry.file, entry.base)
                return ResolvedType(self.type_at(name, location, environment), location, entry)
            if target == name or target in seen or len(seen) == MAPPINGS_LIMIT:
                return ResolvedType(OpaqueType(name, "the registry maps it to itself"), None, entry, loop=True)
            found = self._resolve_type(target, resource, environment, entry.file, (*seen, name), ignored_entries)
            if not isinstance(found.type, NoSuchType):
                return found if found.mapped is not None else found._replace(mapped=entry)
            ignored_entries.append(entry)
        new = self.catalog.new_name(name)
        if new is None or new in seen:
            return ResolvedType(self.catalog.resource(name))
        return self._resolve_type(new, resource, environment, path, (*seen, name), ignored_entries)._replace(
            old_name=name
        )

    def type_at(
        self, name: str, location: Location, environment: Environment
    ) -> ResourceType | NoSuchType | OpaqueType:
        """Return the resource type that the template at a location is; OpaqueType where it cannot be read."""
        path = location.path
        if path is None:
            return OpaqueType(name, f"{location.url} is not fetched")
        defaults = environment.defaults.given
        return self.memoize(("type", name, path, defaults), lambda: self._type_at(name, path, defaults))

    def _type_at(self, name: str, path: str, defaults: frozenset[tuple[str, bool]]) -> ResourceType | OpaqueType:
        try:
            document = self.document(path)
        except (OSError, ReadError):
            return OpaqueType(name, f"the template {path} cannot be read")
        if templates.kind_of(document) != "hot" or document.broken:
            return OpaqueType(name, f"{path} is not a HOT template that can be read")
        from hotlint.analysis.template_type import type_of  # many templates nest none

        return type_of(name, self.template_of(document), dict(defaults))


def _key(path: str) -> str:
    """Return the full path of a file, under which everything about it is kept."""
    return path if path.startswith(os.sep) and ".." not in path else os.path.abspath(path)
