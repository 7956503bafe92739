"""An immutable snapshot of the files that belong together: templates, environments, nested templates.

The only floor of the core that reads files. A Project is never changed: `with_source` gives another one that shares
everything that does not depend on the file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from hotlint.analysis import template as templates
from hotlint.analysis.context import ResolvedType, TemplateContext
from hotlint.analysis.environment import TEMPLATE_ENDINGS, Environment, EnvironmentFile, Mapped, merge
from hotlint.analysis.evaluator import Inputs
from hotlint.analysis.locations import Location, locate
from hotlint.analysis.template_type import type_of
from hotlint.common.files import ReadError, read_text
from hotlint.language.values import EvaluationError, Unknown, Value
from hotlint.resource_types.catalog import Catalog, NoSuchType, OpaqueType, ResourceType
from hotlint.syntax.nodes import Document
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

Made = TypeVar("Made")
EFFORT = 300
"""Nested templates that are judged for one template, each with the values that it gets: a deep tree has thousands."""
MAPPINGS_LIMIT = 100
"""Entries of a registry that lead on to each other: more is an endless growth of names, on which Heat fails."""


class _Memo(NamedTuple):
    """Something worked out, and the files that it was worked out of."""

    value: Any
    files: frozenset[str]


def _base(key: str) -> str:
    """The file that a text within a file is in; a file itself."""
    return key.partition("#")[0]


class Project:
    """Files, read when first asked for, and what was worked out of them.

    `root` is the folder that the files belong to, where that is known.
    """

    def __init__(self, catalog: Catalog, sources: Mapping[str, Source] | None = None, root: str | None = None) -> None:
        self.catalog = catalog
        self.root = root
        self._sources = {_key(p): s for p, s in (sources or {}).items()}
        self._documents: dict[str, Document] = {}
        self._templates: dict[int, templates.Template] = {}
        self._memos: dict[Any, _Memo] = {}
        self._bases: set[str] = set()  # the files that memos were worked out of, and texts within files
        self._inherited = (0, 0)  # how many documents and memos came from the project that this one was made of
        self._reading: list[set[str]] = []
        self.asked: set[str] = set()  # the files that answers so far depend on, whether they are there or not
        self.nested_budget = EFFORT
        self.users: dict[str, tuple[str, ...]] = {}  # the templates used with an environment, where that is known

    # -- snapshots ---------------------------------------------------------------------------------------------------

    def with_source(self, source: Source) -> Project:
        """The project after a text has changed; what does not depend on it is shared."""
        changed = self.without(source.uri)
        changed._sources[_key(source.uri)] = source
        return changed

    def with_document(self, document: Document, template: templates.Template) -> Project:
        """As `with_source`, with a text that has been read already."""
        changed = self.with_source(document.source)
        changed._documents[_key(document.source.uri)] = document
        changed._templates[id(document)] = template
        return changed

    def without(self, path: str) -> Project:
        """The project after a file has changed on disk, or a text given for it no longer counts: it is read anew."""
        key = _key(path)
        own = _base(key)
        changed = Project(self.catalog, root=self.root)
        changed.users = self.users
        changed._sources = dict(self._sources)
        changed._sources.pop(key, None)
        changed._documents, changed._templates = dict(self._documents), dict(self._templates)
        changed._memos, changed._bases = dict(self._memos), set(self._bases)
        gone = [key] if key in self._documents else []
        if own in self._bases:
            gone = [name for name in self._documents if _base(name) == own]
            changed._memos = {k: m for k, m in self._memos.items() if all(_base(f) != own for f in m.files)}
        for name in gone:
            changed._templates.pop(id(changed._documents.pop(name)), None)
        changed._inherited = (len(changed._documents), len(changed._memos))
        return changed

    def adopt_cache(self, later: Project, path: str) -> None:
        """Take over what a project that `with_source` made of this one has found out of other files than `path`."""
        own = _base(_key(path))
        documents, memos = later._inherited  # what has been added stands behind these
        for name, document in islice(later._documents.items(), documents, None):
            if _base(name) != own and name not in self._documents and name not in later._sources:
                self._documents[name] = document
                if id(document) in later._templates:
                    self._templates[id(document)] = later._templates[id(document)]
        for memo_key, memo in islice(later._memos.items(), memos, None):
            bases = set(map(_base, memo.files))
            if own not in bases and memo_key not in self._memos:
                self._memos[memo_key] = memo
                self._bases |= bases

    def knows(self, key: Any) -> bool:
        """Whether something is remembered."""
        return key in self._memos

    def memoize(self, key: Any, work: Callable[[], Made]) -> Made:
        """What `work` yields, worked out once for all projects in which the files that it read are the same.

        It must depend on nothing else but `key`, and yield nothing that holds a Project.
        """
        memo = self._memos.get(key)
        if memo is None:
            self._reading.append(set())
            try:
                value = work()
            finally:
                files = self._reading.pop()
            memo = self._memos[key] = _Memo(value, frozenset(files))
            self._bases.update(map(_base, files))
        self._touch(*memo.files)
        return memo.value  # type: ignore[no-any-return]

    def _touch(self, *keys: str) -> None:
        """Count files as read, or as looked for."""
        self.asked.update(keys)
        if self._reading:
            self._reading[-1].update(keys)

    # -- files -------------------------------------------------------------------------------------------------------

    def document(self, path: str) -> Document:
        """A file as a Document. Raises FileNotFoundError, PermissionError or ReadError."""
        key = _key(path)
        self._touch(key)
        found = self._documents.get(key)
        if found is None:
            source = self._sources.get(key) or Source(path, read_text(path))
            found = self._documents[key] = parse(source)
        return found

    def text(self, path: str) -> str:
        """A file as text. Raises as `document` does."""
        key = _key(path)
        self._touch(key)
        source = self._sources.get(key)
        return source.text if source is not None else self.memoize(("text", key), lambda: self._read(key))

    def _read(self, key: str) -> str:
        self._touch(key)
        return read_text(key)

    def state(self, path: str) -> str:
        """What a path leads to: "file", "folder", "missing" or "denied"."""
        key = _key(path)
        self._touch(key)
        if key in self._sources or key in self._documents:
            return "file"
        return self.memoize(("state", key), lambda: self._state(key))

    def _state(self, key: str) -> str:
        self._touch(key)
        if os.path.isdir(key):
            return "folder"
        if not os.path.exists(key):
            return "missing"
        return "file" if os.access(key, os.R_OK) else "denied"

    def beside(self, path: str) -> list[str]:
        """The names of the files in the folder of `path`, for "did you mean"."""
        try:
            return sorted(os.listdir(os.path.dirname(_key(path))))
        except OSError:
            return []

    def mentions_version(self, path: str) -> bool:
        """Whether a file may be a template: told without parsing it. Raises as `document` does."""
        if _key(path) in self._documents:
            self._touch(_key(path))
            return True
        text = self.text(path)
        return any(k in text for k in (templates.VERSION_KEY, *templates.CFN_KEYS))

    def inline(self, name: str, text: str) -> Location:
        """A text within another file, to be had under a name of its own."""
        if _key(name) not in self._documents:
            self._documents[_key(name)] = parse(Source(name, text))
            self._bases.add(_base(_key(name)))
        return Location(name)

    def template_of(self, document: Document) -> templates.Template:
        found = self._templates.get(id(document))
        if found is None:
            found = self._templates[id(document)] = templates.Template(document)
        return found

    def file(self, name: str, beside: str) -> Value:
        """The text of a file that a template names: Unknown when it is not on this machine, a Fault when it is missing.

        As Heat's client sends it: a file that is not text goes as base64.
        """
        location = locate(name, beside)
        if location.path is None:
            return Unknown(f"{location.url} is not fetched", "string", ("file", name))
        try:
            return self.text(location.path)
        except FileNotFoundError:
            raise EvaluationError(f"file '{name}' does not exist ({location.path})", slug="missing-file") from None
        except PermissionError:
            return Unknown(f"file '{name}' cannot be read: permission denied", "string", ("file", name))
        except ReadError as exc:
            if exc.message == "it is a folder":
                raise EvaluationError(f"'{name}' is a folder, not a file", slug="missing-file") from None
            return Unknown(f"file '{name}' cannot be read: {exc.message}", "string", ("file", name))

    # -- environments, units -----------------------------------------------------------------------------------------

    def environment(self, paths: Iterable[str], parameters: Mapping[str, Any] | None = None) -> Environment:
        """Environment files merged in order. Raises as `document` does."""
        return merge([EnvironmentFile(self.document(p)) for p in paths], dict(parameters or {}))

    def unit(
        self,
        path: str,
        environment: Environment = Environment(),  # noqa: B008
        attributes: Mapping[str, Mapping[str, Any]] | None = None,
        *,
        complete: bool = False,
        root: bool = False,
        offline: bool = False,
        chain: tuple[str, ...] = (),
        depth: int = 0,
        facade: Callable[[str], Value] | None = None,
    ) -> TemplateContext:
        """A template in its context. Raises as `document` does.

        `complete` says that all parameter values are there, as when a stack is created; `root` that the template is not
        used by another one. `offline`: attributes that can be worked out count as known, as after the deployment; while
        Heat validates, they are not. `chain` are the templates above a nested one, outermost first, `depth` the stacks
        above it, and `facade` tells what the using resource says of itself.
        """
        self._touch(*map(_key, environment.files))
        given = complete or (bool(environment.files) and not chain)
        inputs = Inputs(
            environment.parameters, environment.defaults, attributes or {}, file=lambda name: self.file(name, path),
            facade=facade, complete=given, root=root or (given and not chain),
        )  # fmt: skip
        return TemplateContext(self, path, self.document(path), environment, inputs, chain, depth, offline)

    def environment_unit(self, path: str) -> TemplateContext:
        """An environment file as a document of its own. Raises as `document` does."""
        return self.unit(path, Environment((path,)))

    # -- types -------------------------------------------------------------------------------------------------------

    def kind(self, type_name: str, resource: str, environment: Environment, path: str) -> ResolvedType:
        """What a type name means for a resource in the file `path`, as Heat looks it up.

        Entries of the registry are tried in order until one leads to a type that exists; the types that Heat comes with
        are last.
        """
        ignored_entries: list[Mapped] = []
        return self._kind(type_name, resource, environment, path, (), ignored_entries)._replace(
            ignored_entries=tuple(ignored_entries)
        )

    def _kind(
        self,
        name: str,
        resource: str,
        environment: Environment,
        path: str,
        seen: tuple[str, ...],
        ignored_entries: list[Mapped],
    ) -> ResolvedType:
        if name.endswith(TEMPLATE_ENDINGS):
            place = locate(name, path)
            return ResolvedType(self.type_at(name, place, environment), place)
        for entry in environment.mapped(name, resource):
            target = entry.applied(name)
            if target is None:
                continue
            if entry.is_template:
                place = locate(target, entry.file, entry.base)
                return ResolvedType(self.type_at(name, place, environment), place, entry)
            if target == name or target in seen or len(seen) == MAPPINGS_LIMIT:
                return ResolvedType(OpaqueType(name, "the registry maps it to itself"), None, entry, loop=True)
            found = self._kind(target, resource, environment, entry.file, (*seen, name), ignored_entries)
            if not isinstance(found.type, NoSuchType):
                return found if found.mapped is not None else found._replace(mapped=entry)
            ignored_entries.append(entry)
        return ResolvedType(self.catalog.resource(name))

    def type_at(
        self, name: str, location: Location, environment: Environment
    ) -> ResourceType | NoSuchType | OpaqueType:
        """The resource type that the template at a location makes."""
        path = location.path
        if path is None:
            return OpaqueType(name, f"{location.url} is not fetched")
        defaults = frozenset(environment.defaults)
        return self.memoize(("type", name, path, defaults), lambda: self._type_at(name, path, defaults))

    def _type_at(self, name: str, path: str, defaults: frozenset[str]) -> ResourceType | OpaqueType:
        try:
            document = self.document(path)
        except (OSError, ReadError):
            return OpaqueType(name, f"the template {path} cannot be read")
        if templates.kind_of(document) != "hot" or document.broken:
            return OpaqueType(name, f"{path} is no HOT template that can be read")
        return type_of(name, self.template_of(document), defaults)


def _key(path: str) -> str:
    return path if os.path.isabs(path) and ".." not in path else os.path.abspath(path)
