"""The templates of a folder and their uses: the roots that use a nested template, the users of an environment.

Files are only searched for the names in them; `Project` parses those that matter.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping

from hotlint.analysis.composition.template_context import DeploymentContext, TemplateContext
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.analysis.file_kinds import rendered_path
from hotlint.analysis.files.environment_finder import EnvironmentFinder, Said
from hotlint.analysis.files.facts import (
    FileFacts,
    facts_below,
    facts_in_folder,
    files_below,
    folders_below,
    names_in_folder,
    names_of,
    namespace_of,
    parameter_names,
    plugins_below,
)
from hotlint.analysis.files.project import OpenWorld
from hotlint.analysis.files.virtual_files import VirtualFiles, full_path
from hotlint.common.annotations import TypeVar
from hotlint.common.files import absolute_path
from hotlint.common.records import NamedTuple
from hotlint.resource_types.catalog import PACKAGED

Computed = TypeVar("Computed")
CONTEXT_LIMIT = 12
"""Uses of one nested template for which it is checked."""

Environments = Callable[[str], list[Environment]]
"""Returns the environments that a template is checked with: one for each combination."""
Facts = dict[str, FileFacts]


class Registries(NamedTuple):
    """What the environments of a folder map: the types, the templates they lead to, and in how many environments by namespace."""

    types: frozenset[str]
    templates: frozenset[str]
    namespaces: Counter[str]


def registries_in(files: VirtualFiles, folder: str, excluded: Callable[[str], bool], limit: int | None) -> Registries:
    """Return what the environments directly in a folder map. A query (`VirtualFiles.query`)."""
    found = files.query(facts_in_folder, folder, excluded, limit)
    entries = {entry for facts in found.values() for entry in facts.registry}
    if not entries:
        return _NO_REGISTRIES
    targets = {target for _, target in entries if target.endswith(TEMPLATE_ENDINGS)}
    locations = (files.locate(target, os.path.join(folder, "_")).path for target in targets)
    return Registries(
        frozenset(name for name, _ in entries),
        frozenset(full_path(location) for location in locations if location is not None),
        Counter(namespace for facts in found.values() if facts.registry for namespace in _namespaces(facts)),
    )


_NO_REGISTRIES = Registries(frozenset(), frozenset(), Counter())


def targets_in(
    files: VirtualFiles, folder: str, excluded: Callable[[str], bool], limit: int | None, environments: Environments
) -> dict[str, tuple[str, ...]]:
    """Return the templates that each template directly in a folder uses, by name or through a registry.

    A query (`VirtualFiles.query`).
    """
    found = files.query(names_in_folder, folder, excluded, limit)
    return {path: tuple(_targets(files, path, names, environments)) for path, names in found.items()}


class SourceTree:
    """A folder that is checked as a whole: its templates and environments, by the names in them.

    It is a view of a snapshot of files, which keeps what is found. `environments` returns those of a template; `excluded`
    returns whether a path is left out; `limit` is the number of files that are read (None: all of them). `kept` is what an earlier
    run has found out about files, and is still true.
    """

    def __init__(
        self,
        folder: str,
        files: VirtualFiles,
        environments: Environments,
        excluded: Callable[[str], bool],
        limit: int | None,
        kept: Mapping[str, Said] | None = None,
    ) -> None:
        self.folder = folder
        self._kept = kept or {}
        self._files = files
        self._environments = environments
        self._excluded = excluded
        self._limit = limit
        self.finder = EnvironmentFinder(files, excluded, folder, limit, self._kept)

    def _key(self, what: str) -> tuple[str, str, Environments]:
        return what, self.folder, self._environments

    def _memoized(self, what: str, compute: Callable[[], Computed]) -> Computed:
        return self._files.memoize(self._key(what), compute)

    def kind(self, path: str) -> str:
        """Return the kind of a file (a full path): "template", "environment", or "" for any other."""
        if path in self._kept:
            return self._kept[path].kind
        facts = self.facts.get(path)
        return facts.kind if facts is not None else ""

    @property
    def facts(self) -> Facts:
        """What each template and environment is, by full path."""
        return self._files.query(facts_below, self.folder, self._excluded, self._limit)

    def names(self, path: str) -> frozenset[str]:
        """Return the types and files that a template (a full path) names; none for a file that is not in the tree."""
        return self._files.query(names_of, path) if path in self.facts else frozenset()

    def parameter_names(self, path: str, sections: tuple[str, ...]) -> frozenset[str]:
        """Return the names under top-level sections of a file (a full path), such as its `parameters`."""
        return self._files.query(parameter_names, path, sections)

    @property
    def templates(self) -> list[str]:
        """The paths of all templates."""
        return [path for path, facts in self.facts.items() if facts.kind == "template"]

    @property
    def environments(self) -> list[str]:
        """The paths of all environments."""
        return [path for path, facts in self.facts.items() if facts.kind == "environment"]

    @property
    def _folders(self) -> tuple[str, ...]:
        """The folders with files that may be templates or environments."""
        return self._files.query(folders_below, self.folder, self._excluded, self._limit)

    @property
    def _registries(self) -> Registries:
        """What all environments map, whatever each is used for."""
        return self._memoized("registries", self._joined_registries)

    def _joined_registries(self) -> Registries:
        found = [self._files.query(registries_in, folder, self._excluded, self._limit) for folder in self._folders]
        types, templates = (frozenset().union(*(each[i] for each in found)) for i in (0, 1))
        namespaces: Counter[str] = Counter()
        for each in found:
            namespaces.update(each.namespaces)
        return Registries(types, templates, namespaces)

    @property
    def mapped(self) -> frozenset[str]:
        """The templates that some registry maps a type to, whatever the environment is used for."""
        return self._registries.templates

    @property
    def namespaces(self) -> tuple[str, ...]:
        """The namespaces, such as "OS::TripleO::", in which some registry maps a type, sorted."""
        return tuple(sorted(self._registries.namespaces))

    def is_used(self, path: str) -> bool:
        """Return whether another template nests a template, or some registry maps a type to it."""
        if len(self._files.query(files_below, self.folder, self._excluded, self._limit)) < 2:
            return False  # nothing but the file itself
        own = _result_of(absolute_path(path))
        return own in self.mapped or bool(self.users.get(own, set()) - {own})

    def open_world(self, path: str) -> OpenWorld:
        """Return what the folder leaves open about a template."""
        own = absolute_path(path)
        if own in self._kept:
            return self._kept[own].world
        facts = self.facts.get(own)
        if self.is_used(own):
            return OpenWorld(True, self.namespaces, self._mapped_of({own}))
        if facts is not None and facts.kind == "environment":
            alone = {n for n in _namespaces(facts) if self._registries.namespaces[n] == 1}
            return OpenWorld(namespaces=tuple(n for n in self.namespaces if n not in alone))
        return OpenWorld(mapped=self._mapped_of(self.below({own})) if self._registries.types else ())

    def _mapped_of(self, paths: set[str]) -> tuple[str, ...]:
        """Return the types, of those that templates use, that some registry of the tree maps."""
        names = frozenset().union(*(self.names(path) for path in paths))
        return tuple(sorted(names & self._registries.types))

    def plugins(self, path: str) -> tuple[str, ...]:
        """Return the folders of the tree with plugins that may have the types of a file that Heat does not have, sorted."""
        own = absolute_path(path)
        if own in self._kept:
            return self._kept[own].plugins
        facts = self.facts.get(own)
        if facts is None:
            return ()
        named = (target for _, target in facts.registry)
        types = {*named, *(name for used in self.below({own}) for name in self.names(used))} - self._registries.types
        packaged = PACKAGED.index["types"]
        wanted = {namespace_of(name) for name in types if "::" in name and name not in packaged} - {""}
        if not wanted:
            return ()
        return tuple(folder for folder, spaces in self.all_plugins().items() if spaces & wanted)

    def all_plugins(self) -> dict[str, frozenset[str]]:
        """Return the folders of the tree with plugins, sorted, and the first parts of the names of types in each."""
        return dict(sorted(self._files.query(plugins_below, self.folder, self._excluded).items()))

    def steps(self, path: str) -> Iterator[None]:
        """Find what `open_world` needs of every file of the tree, in steps of one folder.

        The caller may do other work in between. Where a registry maps a type to the file, nobody needs its other users.
        """
        if absolute_path(path) in self._kept:
            return
        folders = self._folders
        if len(folders) < 2 or self._files.is_memoized(self._key("users")):
            return
        is_whole = self._limit is None  # all users count, and a file is read once for its names and its kind
        for folder in folders:
            if is_whole:
                self._files.query(targets_in, folder, self._excluded, self._limit, self._environments)
            self._files.query(registries_in, folder, self._excluded, self._limit)
            yield
        if is_whole or _result_of(os.path.abspath(path)) in self.mapped:
            return
        for folder in folders:
            self._files.query(targets_in, folder, self._excluded, self._limit, self._environments)
            yield

    @property
    def users(self) -> dict[str, set[str]]:
        """The templates that use each nested template, by name or through a registry."""
        return self._memoized("users", self._users)

    def _users(self) -> dict[str, set[str]]:
        users: dict[str, set[str]] = {}
        for folder in self._folders:
            used = self._files.query(targets_in, folder, self._excluded, self._limit, self._environments)
            for path, targets in used.items():
                for target in targets:
                    users.setdefault(target, set()).add(path)
        return users

    def above(self, path: str) -> set[str]:
        """Return all templates that use a nested template, directly or through others."""
        found: set[str] = set()
        waiting, users = [_result_of(os.path.abspath(path))], self.users
        while waiting:
            for user in users.get(waiting.pop(), ()):
                if user not in found:
                    found.add(user)
                    waiting.append(_result_of(user))
        return found

    @property
    def used(self) -> dict[str, set[str]]:
        """The templates that each template uses, by name or through a registry: the inverse of `users`."""
        return self._memoized("used", self._used)

    def _used(self) -> dict[str, set[str]]:
        used: dict[str, set[str]] = {}
        for target, users in self.users.items():
            for user in users:
                used.setdefault(user, set()).add(target)
        return used

    def below(self, paths: set[str]) -> set[str]:
        """Return templates, and all that they use, directly or through others."""
        found, waiting = set(paths), list(paths)
        is_known = self._files.is_memoized(self._key("users"))  # what few templates use is found without all others
        while waiting:
            path = waiting.pop()
            own = () if is_known else _targets(self._files, path, self.names(path), self._environments)
            for target in self.used.get(path, ()) if is_known else own:
                if target not in found:
                    found.add(target)
                    waiting.append(target)
        return found

    def naming(self, environment: str) -> set[str]:
        """Return all templates that use a type which an environment (a full path) maps."""
        mapped = {name for name, _ in self._registry_of(environment)}
        return {path for path in self.templates if not mapped.isdisjoint(self.names(path))} if mapped else set()

    def below_with(self, environment: str, paths: set[str]) -> set[str]:
        """Return templates, and all that they use, directly or through others, with an environment (a full path)."""
        targets = [
            (name, self._files.locate(target, environment).path) for name, target in self._registry_of(environment)
        ]
        found = self.below(paths)
        while True:
            names = frozenset().union(*map(self.names, found))
            more = {full_path(path) for name, path in targets if path is not None and name in names} & self.facts.keys()
            if more <= found:
                return found
            found |= self.below(more)

    def _registry_of(self, environment: str) -> tuple[tuple[str, str], ...]:
        facts = self.facts.get(environment)
        return tuple(facts.registry) if facts is not None else ()

    def roots(self, path: str) -> list[str]:
        """Return the top-level templates that use a nested template, directly or through others, sorted."""
        above = self.above(path) - {_result_of(os.path.abspath(path))}
        tops = sorted(p for p in above if not self.users.get(_result_of(p), set()) - {p})
        return tops or sorted(above)

    def deployed(
        self, path: str, context: Callable[[str, Environment], TemplateContext | None], limit: int = CONTEXT_LIMIT
    ) -> list[DeploymentContext]:
        """Return the contexts that a nested template is used in, at most `limit`; none when nothing uses it.

        `context` makes a root of a path.
        """
        own, found = _result_of(os.path.abspath(path)), []
        through = set(map(_result_of, self.above(path)))
        for root in self.roots(path):
            environments = self._environments(root)
            for environment in environments:
                top = context(_result_of(root), environment)
                for child, resources in uses_within(top, own, through) if top is not None else ():
                    where = f"{_shown(root, self.folder)}: {' > '.join(resources)}"
                    if len(environments) > 1:
                        where += f", with {_shown(environment.files[-1], self.folder)}" if environment.files else ""
                    found.append(DeploymentContext(child, where))
                    if len(found) == limit:
                        return found
        return found


def uses_within(
    context: TemplateContext, own: str, through: Collection[str]
) -> Iterator[tuple[TemplateContext, tuple[str, ...]]]:
    """Yield the uses of a nested template below a context, by way of templates `through`, and the resources that lead there."""
    for resource in context.template.resources.values():
        for use in context.uses(resource) if context.evaluation.is_enabled(resource) else ():
            location = use.kind.location
            if location is None or location.path is None or use.size == 0:
                continue
            target = os.path.abspath(location.path)
            if target != own and target not in through:
                continue
            child = context.child_of(resource, use)
            if child is None:
                continue
            if target == own:
                yield child, (resource.name,)
            else:
                for inner, names in uses_within(child, own, through):
                    yield inner, (resource.name, *names)


def _targets(files: VirtualFiles, path: str, names: frozenset[str], environments: Environments) -> Iterator[str]:
    """Yield the full paths of the templates that a template uses: those it names, and those to which registries map its types."""
    mapped = [m for e in environments(path) for m in e.registry if m.is_template]
    known = {m.pattern for m in mapped}
    for name in names:
        if name.endswith(TEMPLATE_ENDINGS):
            target = files.locate(name, path).path
            if target is not None:
                yield full_path(target)
    if names & known:
        for mapping in mapped:
            if mapping.pattern in names and mapping.target is not None:
                target = files.locate(mapping.target, mapping.file, mapping.base).path
                if target is not None:
                    yield full_path(target)


def _namespaces(facts: FileFacts) -> set[str]:
    """Return the namespaces in which an environment maps types."""
    return {namespace_of(name) for name, _ in facts.registry} - {""}


def _result_of(path: str) -> str:
    """Return the path that others know a template by: of a Jinja source, that of what it is rendered to."""
    return rendered_path(path) or path


def _shown(path: str, folder: str) -> str:
    return os.path.relpath(path, folder).replace(os.sep, "/")
