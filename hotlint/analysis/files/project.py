"""An immutable snapshot of the files that belong together: templates, environments, nested templates, and their types.

A Project never changes: `with_source` returns another snapshot, which shares everything that does not
depend on the changed file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile

from hotlint.analysis import template as templates
from hotlint.analysis.environments.file import Environment, EnvironmentFile
from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS, Mapped, ResolvedType
from hotlint.analysis.file_kinds import is_source_name, source_of
from hotlint.analysis.files.virtual_files import FileReads, ParsedFile, VirtualFiles, full_path
from hotlint.analysis.locations import Location
from hotlint.common.annotations import TYPE_CHECKING, Any, TypeVar
from hotlint.common.boundary import Boundary
from hotlint.common.files import ReadError
from hotlint.common.records import NamedTuple
from hotlint.common.time_limit import current_allowance
from hotlint.resource_types.catalog import Catalog, NoSuchType, OpaqueType, ResourceType
from hotlint.syntax.nodes import Document
from hotlint.syntax.source import Source

if TYPE_CHECKING:
    from hotlint.analysis.files.rendered_files import RenderedFile, Renderer

Computed = TypeVar("Computed")
NESTED_CHECKS = 1000
"""Nested templates that are checked for one template, each with the values that it gets: a deep tree has thousands."""
RESOURCE_LIMIT = 1_000
"""Heat's own limit on the resources of a stack with all its nested stacks (max_resources_per_stack)."""
MAPPINGS_LIMIT = 100
"""Entries of a registry that lead on to each other: more is an endless growth of names, on which Heat fails."""
_FOLDERS_SEARCHED = 50
"""Folders of one level that are searched for a file that a template may mean."""


class OpenWorld(NamedTuple):
    """The tree of files that a template was found in, where it was not named by itself nor given an environment.

    `is_used`: other templates of the tree nest it, or a registry of the tree maps a type to it, so that these supply its
    parameters, and environments the types in `namespaces` (such as "OS::TripleO::"). An environment is used beside others, with
    their `namespaces`. A root has neither. Some registry of the tree maps the types in `mapped`, which a template, or one that
    a root nests, uses. In all, a missing file with a Jinja source counts as one that is still to be rendered, and one that is elsewhere
    in the `folder` of the tree as one that is still to be put in its place.
    """

    is_used: bool = False
    namespaces: tuple[str, ...] = ()
    mapped: tuple[str, ...] = ()
    folder: str = ""

    def may_map(self, type_name: str, *, in_heat: bool = False) -> bool:
        """Return whether an environment of the tree may map a type that is not known.

        `in_heat`: Heat itself has types in the namespace of the type, so that only an environment that maps the type counts.
        """
        return type_name in self.mapped or (not in_heat and type_name.startswith(self.namespaces))


def _last_steps_shared(file: str, path: str) -> int:
    """Return how many last steps of two paths are the same."""
    pairs = zip(reversed(file.split(os.sep)), reversed(path.split(os.sep)), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _is_below_common_folder(file: str, path: str) -> bool:
    """Return whether the place of a file in some folder is that of a path in a folder below it."""
    common = os.path.commonpath((file, path))
    return path.endswith(file[len(common) :])


class NestedBudget:
    """How many nested templates may still be checked for one file, each with the values it gets there.

    `left_out`: at least one more was to be checked.
    """

    __slots__ = ("_left", "left_out")

    def __init__(self, limit: int) -> None:
        self._left = limit
        self.left_out = False

    @property
    def is_spent(self) -> bool:
        """Whether no further nested template may be checked."""
        return self._left <= 0

    def spend(self) -> None:
        """Count one nested template."""
        self._left -= 1


class Project:
    """Files with the catalog of resource types that their templates are read with.

    `files` are those on disk, and texts that are used instead of them. `root` is the folder that the files belong to, None
    where it is not known. `users` are, by the full path of an environment, the templates that it is used with, where known.
    `open_world` is what the source tree leaves open, None where the files are all that there is. `render` renders the Jinja
    source of a missing file, None where no source is rendered. `urls` are folders by the start of the URLs that stand for their files.
    `nested_budget` bounds the checks of nested templates. `resource_limit` is
    Heat's max_resources_per_stack, -1 for no limit.
    """

    __slots__ = (
        "_family",
        "catalog",
        "files",
        "nested_budget",
        "open_world",
        "render",
        "resource_limit",
        "root",
        "urls",
        "users",
    )

    def __init__(
        self,
        catalog: Catalog,
        sources: Mapping[str, Source] | None = None,
        root: str | None = None,
        users: Mapping[str, tuple[str, ...]] = {},
        confined_to: Boundary | None = None,
        render: Renderer | None = None,
        files: VirtualFiles | None = None,
        resource_limit: int = RESOURCE_LIMIT,
        urls: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.catalog = catalog
        self.urls = urls
        self.files = files if files is not None else VirtualFiles(sources, confined_to)
        self.render = render
        self.resource_limit = resource_limit
        self.root = root
        self.users = users
        self.open_world: OpenWorld | None = None
        self.nested_budget = NestedBudget(NESTED_CHECKS)
        self._family = object()  # of all snapshots with this catalog: memos of others hold other types

    @property
    def reads(self) -> FileReads:
        """The record of the files that answers depend on."""
        return self.files.reads

    @property
    def confined_to(self) -> Boundary | None:
        """The boundary of what is read."""
        return self.files.confined_to

    # -- snapshots ---------------------------------------------------------------------------------------------------

    def on(self, files: VirtualFiles) -> Project:
        """Return the project on other files; its nested budget starts anew."""
        copy = self._copy()
        copy.files = files
        copy.nested_budget = NestedBudget(NESTED_CHECKS)
        return copy

    def with_source(self, source: Source) -> Project:
        """Return the snapshot with a text instead of the file `source.uri`."""
        return self.on(self.files.with_source(source))

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

    def _copy(self) -> Project:
        copy: Project = object.__new__(Project)
        copy.catalog, copy.files, copy.root, copy.users = self.catalog, self.files, self.root, self.users
        copy.open_world, copy.render, copy.resource_limit = self.open_world, self.render, self.resource_limit
        copy.nested_budget, copy._family, copy.urls = self.nested_budget, self._family, self.urls
        return copy

    # -- memos -------------------------------------------------------------------------------------------------------

    def is_memoized(self, key: Any) -> bool:
        """Return whether the value of a key is known for this snapshot."""
        return self.files.is_memoized((self._family, key))

    def memoize(self, key: Any, compute: Callable[[], Computed]) -> Computed:
        """Return what `compute` returns, computed once for all snapshots in which the files that it reads are the same.

        It must depend on nothing else but `key` and the catalog, and return nothing that holds a Project.
        """
        return self.files.memoize((self._family, key), compute)

    def record(self, *paths: str) -> None:
        """Record files that an answer depends on."""
        self.files.record(*paths)

    # -- files -------------------------------------------------------------------------------------------------------

    def locate(self, name: str, origin: str, base: str | None = None) -> Location:
        """Return the location of a file that the file `origin` names: a file of `urls`, or as `VirtualFiles.locate` finds it."""
        found = self.files.locate(name, origin, base)
        url = found.url or ""
        start, folder = max((u for u in self.urls if url.startswith(u[0])), default=("", ""), key=lambda u: len(u[0]))
        return Location(os.path.normpath(os.path.join(folder, url[len(start) :]))) if start else found

    def document(self, path: str) -> Document:
        """Return a file as a Document. Raises FileNotFoundError, PermissionError or ReadError."""
        return self._parsed(path).document

    def template(self, path: str) -> templates.Template:
        """Return the typed view of a file as a template. Raises as `document` does."""
        return self._parsed(path).template

    def _parsed(self, path: str) -> ParsedFile:
        return self.files.parsed(path) or self._rendered_parsed(path) or self.files.parse(path)

    def text(self, path: str) -> str:
        """Return a file as text. Raises as `document` does."""
        rendered = self._rendered_parsed(path)
        return rendered.document.text if rendered is not None else self.files.text(path)

    def state(self, path: str) -> str:
        """Return what a path leads to: "file", "folder", "missing", "denied" or "outside" (of the boundary).

        "rendered" is a missing file of which nothing is known: in an open world one that has a Jinja source, and always one whose
        source cannot be rendered. "moved" is a missing file that is elsewhere in the tree (`elsewhere`).
        """
        state = self.files.state(path)
        if state == "missing" and self.render is not None and (rendered := self.rendered(path)) is not None:
            return "file" if rendered.parsed is not None else "rendered"
        if state != "missing" or self.open_world is None:
            return state
        return "rendered" if self.jinja_source(path) else "moved" if self.elsewhere(path) is not None else state

    def elsewhere(self, path: str) -> str | None:
        """Return the file of the tree that a script may put where a file is missing; None where it is not clear which one.

        It is the only file with the name, or with the most of the last steps of the path, or the only one that has the place that it
        should have below a folder further up.
        """
        tree = self.open_world.folder if self.open_world is not None else ""
        key = full_path(path)
        if not key.startswith(os.path.join(tree, "")) or not tree:
            return None
        named = self.files.below(tree).get(os.path.basename(key), ())
        found = [file for file in named if self.files.state(file) == "file"]
        if len(found) > 1:
            most = max(_last_steps_shared(file, key) for file in found)
            found = [file for file in found if _last_steps_shared(file, key) == most]
        if len(found) > 1:
            found = [file for file in found if _is_below_common_folder(file, key)]
        return found[0] if len(found) == 1 else None

    def rendered(self, path: str) -> RenderedFile | None:
        """Return a missing file as it is rendered from its Jinja source; None for any other, and where none is rendered."""
        key, render = full_path(path), self.render
        if render is None or self.files.is_overlay(key) or self.files.state(key) != "missing":
            return None
        from hotlint.analysis.files.rendered_files import RenderedFile, rendered_file

        allowance, known = current_allowance(), self.files.is_memoized((self._family, ("rendered", key)))
        if allowance is not None and allowance.left <= 0 and not known:  # this is not remembered for other files
            return RenderedFile(key) if self.jinja_source(path) else None

        def compute() -> RenderedFile | None:
            return rendered_file(key, self._names_near(key), self.text, lambda path, text: render(self, path, text))

        return self.memoize(("rendered", key), compute)

    def _rendered_parsed(self, path: str) -> ParsedFile | None:
        rendered = self.rendered(path) if self.render is not None else None
        return rendered.parsed if rendered is not None else None

    def jinja_source(self, path: str) -> str | None:
        """Return the name of the Jinja source, in the same folder, that a file is rendered from; None when there is none."""
        key = full_path(path)
        return self.memoize(("jinja source", key), lambda: source_of(os.path.basename(key), self._names_near(key)))

    def siblings(self, path: str) -> list[str]:
        """Return the names of the files in the folder of `path`, for "did you mean"; none for a missing folder.

        Jinja sources are left out: what they are rendered to is what a template names.
        """
        return [name for name in self._names_near(path) if not is_source_name(name)]

    def named_below(self, folder: str, name: str) -> list[str]:
        """Return the files of a name in a folder and two levels below it, for "did you mean"; hidden folders are left out."""
        found, level = [], [full_path(folder)]
        for _ in range(3):
            listed = {path: self.files.names(path) for path in level[:_FOLDERS_SEARCHED]}
            named = (os.path.join(path, name) for path, names in listed.items() if name in names)
            found += [path for path in named if self.files.state(path) == "file"]
            level = [os.path.join(path, n) for path, names in listed.items() for n in names if "." not in n]
        return found

    def _names_near(self, path: str) -> list[str]:
        return self.files.names(os.path.dirname(full_path(path)))

    def mentions_version(self, path: str) -> bool:
        """Return whether a file may be a template, without parsing it. Raises as `document` does."""
        if self.files.parsed(path) is not None:
            return True
        text = self.text(path)
        return any(k in text for k in (templates.VERSION_KEY, *templates.CFN_KEYS))

    def inline(self, name: str, text: str) -> Location:
        """Return the location of a text within a file, parsed under a name of its own: `path#name`."""
        if self.files.parsed(name) is None:
            self.files.parse(name, Source(name, text))
        return Location(name)

    def template_of(self, document: Document) -> templates.Template:
        """Return the typed view of a document, which is made once for a document of this snapshot."""
        path = document.source.uri
        parsed = self.files.parsed(path) or self._rendered_parsed(path)
        return parsed.template if parsed is not None and parsed.document is document else templates.Template(document)

    def environment(
        self, paths: Iterable[str], parameters: Mapping[str, Any] | None = None, *, override: bool = False
    ) -> Environment:
        """Return environment files merged in order, for any template. Raises as `document` does.

        `parameters` and `override`: see `merge`.
        """
        paths = tuple(paths)
        if not paths and not parameters:
            return Environment()
        from hotlint.analysis.environments.merge import merge

        return merge([EnvironmentFile(self.document(p)) for p in paths], parameters, override=override)

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
            location = self.locate(name, path)
            return ResolvedType(self.type_at(name, location, environment), location)
        for entry in environment.mapped(name, resource):
            target = entry.applied(name)
            if target is None:
                continue
            if entry.is_template:
                location = self.locate(target, entry.file, entry.base)
                return ResolvedType(self.type_at(name, location, environment), location, entry)
            if target == name or target in seen or len(seen) == MAPPINGS_LIMIT:
                return ResolvedType(OpaqueType(name, "the registry maps it to itself"), None, entry, loop=True)
            found = self._resolve_type(target, resource, environment, entry.file, (*seen, name), ignored_entries)
            if not isinstance(found.type, NoSuchType):
                return found if found.mapped is not None else found._replace(mapped=entry)
            ignored_entries.append(entry)
        new = self.catalog.new_name(name)
        if new is None or new in seen:
            return ResolvedType(self._unmapped(name))
        return self._resolve_type(new, resource, environment, path, (*seen, name), ignored_entries)._replace(
            old_name=name
        )

    def _unmapped(self, name: str) -> ResourceType | NoSuchType | OpaqueType:
        """Return the type of a name that no registry maps here; another environment of the tree may map an unknown one."""
        found, world = self.catalog.resource(name), self.open_world
        if world is not None and isinstance(found, NoSuchType) and world.may_map(name, in_heat=found.namespace_known):
            return OpaqueType(name, "an environment of the tree may map it")
        return found

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
            why = self.files.refusal(path)
            said = f"is not read: {why}" if why is not None else "cannot be read"
            return OpaqueType(name, f"the template {os.path.basename(path)} {said}")
        if not templates.is_template(document) or document.broken:
            return OpaqueType(name, f"{os.path.basename(path)} is not a template that can be read")
        from hotlint.analysis.template_type import type_of  # many templates nest none

        return type_of(name, self.template_of(document), dict(defaults))
