"""Which environments, values and users a file has: its deployments, its source tree, and the template contexts of both.

A `TemplateContext` is a template in one deployment. `ContextFinder` finds those of a file.
"""

from __future__ import annotations

import contextlib
import os
from binascii import crc32
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.source_tree import CONTEXT_LIMIT, SourceTree, uses_within
from hotlint.analysis.composition.template_context import DeploymentContext, TemplateContext
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.environments.registry import TypeRegistry
from hotlint.analysis.file_kinds import EXAMPLE_ENDINGS, TEMPLATES, kind_of
from hotlint.analysis.files.environment_finder import EnvironmentFinder, Fit, Said
from hotlint.analysis.files.facts import FILE_LIMIT, parameter_names
from hotlint.analysis.files.project import OpenWorld, Project
from hotlint.analysis.files.virtual_files import VirtualFiles
from hotlint.common.annotations import Any
from hotlint.common.boundary import is_within, top_of
from hotlint.common.files import ReadError, absolute_path
from hotlint.common.records import NamedTuple
from hotlint.linter.checking.projects import Projects
from hotlint.linter.settings.finder import enclosing_project, no_projects
from hotlint.linter.settings.model import NamedDeployment, Settings
from hotlint.resource_types.catalog import NoSuchType


class DeploymentInputs(NamedTuple):
    """The environments, values and release of the first deployment of a template.

    `deployment` is its name in the configuration, "" without a name. `discovered` says why an environment fits that nothing names:
    "which is named like it" or "which maps its types"; "" otherwise.
    """

    environments: tuple[str, ...]
    values: dict[str, Any] = {}
    target: str | None = None
    deployment: str = ""
    discovered: str = ""


def deployments_of(template: str, settings: Settings) -> Iterator[NamedDeployment]:
    """Yield the deployments of a template that its settings name."""
    own = os.path.abspath(template) if settings.deployments else ""
    yield from (d for d in settings.deployments if os.path.abspath(d.template) == own)


def deployment_inputs(template: str, settings: Settings, finder: EnvironmentFinder) -> DeploymentInputs:
    """Return the inputs of a template's first deployment in its settings, as in the first context of a check."""
    named = next(deployments_of(template, settings), None)
    if named is not None:
        environments = (*settings.environments, *named.environments)
        return DeploymentInputs(environments, dict(named.values), named.target, named.name)
    found = discovered(template, settings, finder)
    fits = len(found) == 1 and (
        found[0].why != "types" or all(finder.sets_parameters_of(template, path) for path in found[0].paths)
    )
    if not fits:
        return DeploymentInputs(settings.environments)
    return DeploymentInputs(found[0].paths, discovered=f"which {found[0].words}")


def discovered(template: str, settings: Settings, finder: EnvironmentFinder) -> list[Fit]:
    """Return the environments that fit a template if the settings give none: alternatives, empty if there is none."""
    if settings.environments or not settings.discovery or any(deployments_of(template, settings)):
        return []
    return finder.fitting(template)


SELECTED = f"{os.sep}\0selected environments"
"""The key of the environments that the user selected in an editor, among the files that answers depend on."""


class SourceTrees:
    """The source trees of files.

    `alternatives` are environment files; each makes a separate context. `folders` are source trees, whose files are all read;
    in other folders, at most `FILE_LIMIT` files are read. `home` is the folder of files without a project. `given`: the run
    has its own environments, and files outside `folders` are checked only with these.
    """

    def __init__(
        self, projects: Projects, alternatives: Sequence[str], folders: Sequence[str], home: str, *, given: bool
    ) -> None:
        self._projects = projects
        self.alternatives = tuple(alternatives)
        self.folders = tuple(map(os.path.abspath, folders))
        self._home = home
        self._given = given or bool(alternatives)
        self._enclosing: dict[str, str] = {}
        self.selected: Mapping[str, tuple[str, ...]] = {}
        self.kept: dict[str, Said] = {}
        self.is_ready = True

    def select(self, path: str, environments: tuple[str, ...]) -> None:
        """Select environments for a template, and for the nested templates that it uses."""
        self.selected = {**self.selected, path: environments}
        self.renewed()

    def renewed(self) -> None:
        """Recompute everything that depends on selected environments, and on whether trees are ready."""
        self._projects.files = self._projects.files.changed(SELECTED)

    # -- trees -------------------------------------------------------------------------------------------------------

    def tree(self, path: str) -> SourceTree | None:
        """Return the source tree of a file; None if the run gives the inputs of the file."""
        own = absolute_path(path)
        if not self.is_ready:
            return None
        folder = next((f for f in self.folders if own.startswith(os.path.join(f, ""))), None)
        if folder is None and not self._given and self._projects.settings(path).discovery:
            folder = self._enclosing_folder(os.path.dirname(own))
        return self._tree(folder) if folder is not None else None

    def with_plugins(self, path: str, settings: Settings) -> Settings:
        """Return the settings of a file with the plugins of its source tree that may have its types, if none are configured."""
        if settings.plugin_dirs or not self._projects.use_plugins:
            return settings
        tree = self.tree(path)
        found = tree.plugins(path) if tree is not None else ()
        return settings._replace(found_plugins=found) if found else settings

    def files_of(self, folder: str) -> list[str]:
        """Return the absolute paths of the templates and environments in a source tree."""
        tree = self.tree(os.path.join(folder, "_"))
        return list(tree.facts) if tree is not None else []

    def deploying(self, path: str) -> SourceTree | None:
        """Return the folder with known deployments that a file belongs to; None if there is none.

        This is the folder of the file's configuration, or else, in a run with environments, its source tree.
        """
        folder = self._projects.finder.folder(path)
        if folder is not None:
            return self._tree(os.path.abspath(folder))
        return self.tree(path) if self._given or self.selected else None

    def _tree(self, folder: str) -> SourceTree:
        limit = None if folder in self.folders else FILE_LIMIT
        excluded = self._projects.finder.excluded
        return SourceTree(folder, self._projects.files, self.environments_of, excluded, limit, self.kept)

    def _enclosing_folder(self, folder: str) -> str | None:
        confined = top_of(self._projects.files.confined_to)
        if confined is not None:
            return confined if is_within(folder, confined) else None
        found = self._enclosing.get(folder)
        if found is None:
            finder = self._projects.finder
            use_config = finder.enabled and finder.explicit is None
            found = self._enclosing[folder] = enclosing_project(folder, use_config=use_config, home=self._home)
        return None if found in no_projects() else found

    # -- environments ------------------------------------------------------------------------------------------------

    def environments_of(self, template: str) -> list[Environment]:
        """Return the environments of a template's deployments: one for each combination, or an empty one."""
        self._projects.files.record(SELECTED)
        settings = self._projects.settings(template)
        try:
            chosen = self.selected.get(template)
            if chosen is not None:
                return [self.chosen(settings, chosen)]
            return [self.of(d, settings) for d in deployments_of(template, settings)] or self.of_settings(settings)
        except (OSError, ReadError):
            return [Environment()]

    def of_settings(self, settings: Settings) -> list[Environment]:
        """Return the merged environments of the settings: one, or one per alternative. Raises the errors of reading them."""
        if not self.alternatives:
            return [self._projects.environment(settings)]
        return [
            self._projects.environment(settings._replace(environments=(*settings.environments, alternative)))
            for alternative in self.alternatives
        ]

    def of(self, deployment: NamedDeployment, settings: Settings) -> Environment:
        """Return the merged environments of a deployment. Raises the errors of reading them."""
        paths = (*settings.environments, *deployment.environments)
        return self._projects.environment(settings._replace(environments=paths), dict(deployment.values))

    def chosen(self, settings: Settings, paths: tuple[str, ...]) -> Environment:
        """Return the merged selected environments, without unreadable ones."""
        readable = tuple(path for path in paths if self._projects.files.state(path) == "file")
        return self._projects.environment(settings._replace(environments=readable))

    def is_given_environments(self, tree: SourceTree, path: str) -> bool:
        """Return whether a root template that uses a template has an environment."""
        if self.alternatives or self.selected:
            return True
        if not self._declared(tree):
            return False
        settings = ((root, self._projects.settings(root)) for root in tree.roots(path))
        return any(s.environments or any(deployments_of(root, s)) for root, s in settings)

    def users(self, path: str) -> dict[str, tuple[str, ...]]:
        """Return {environment file: its templates}: by configuration or by name, with the templates that these nest.

        An environment that only its name tells is for all templates that use a type which it maps. Empty without a source tree:
        rules then report nothing about parameters that no template declares.
        """
        own, tree = os.path.abspath(path), self.deploying(path)
        if own in self.kept:
            return {own: self.kept[own].templates} if self.kept[own].templates else {}
        tops = self._declared(tree).get(own) if tree is not None else None
        if not tops:
            tree = self.tree(path)
            tops = set(tree.finder.templates_of(own)) if tree is not None else None
            tops = tops | tree.naming(own) if tree is not None and tops else None
        return {own: tuple(sorted(tree.below_with(own, tops)))} if tree is not None and tops else {}

    def _declared(self, tree: SourceTree) -> dict[str, set[str]]:
        """Return {environment: the templates for which the configuration declares it}."""
        if self.kept:  # only where nothing is declared
            return {}
        return self._projects.files.memoize(("declared", tree.folder, self.tree), lambda: self._find_declared(tree))

    def _find_declared(self, tree: SourceTree) -> dict[str, set[str]]:
        self._projects.files.record(SELECTED)
        declared: dict[str, set[str]] = {}
        for template in tree.templates:
            settings = self._projects.settings(template)
            named = (e for d in deployments_of(template, settings) for e in d.environments)
            chosen = self.selected.get(template, ())
            for environment in (*settings.environments, *named, *chosen, *self.alternatives):
                declared.setdefault(os.path.abspath(environment), set()).add(template)
        return declared

    # -- what results depend on --------------------------------------------------------------------------------------

    def digest(self, path: str) -> str:
        """Return a short text that changes when the facts of the source tree about a file change."""
        said = self.said(path)
        return f"{crc32(repr(said.plain).encode()):08x}" if said.kind else ""

    def said(self, path: str) -> Said:
        """Return what the source tree of a file says about it; nothing without a tree."""
        tree, path = self.tree(path), os.path.abspath(path)
        kind = tree.kind(path) if tree is not None else ""
        if tree is None or not kind:
            return Said()
        fits = tree.finder.fitting(path) if kind == "template" else ()
        templates = self.users(path).get(path, ()) if kind == "environment" else ()
        return Said(kind, tree.open_world(path), tree.plugins(path), tuple(fits), tuple(sorted(templates)))

    def keep(self, path: str, plain: list[Any] | None) -> None:
        """Take what an earlier run has kept of a file, which is all that is asked of its source tree until `keep(path, None)`."""
        with contextlib.suppress(TypeError, ValueError):
            self.kept = {os.path.abspath(path): Said.restored(plain)} if plain is not None else {}

    def said_to_keep(self, path: str) -> tuple[set[str], list[Any]] | None:
        """Return the files on which what the source tree says about a file depends by more than names, and that as plain data.

        None where it depends on environments that a configuration, the run or the user of an editor has chosen.
        """
        tree, deploying = self.tree(path), self.deploying(path)
        if tree is None or self._given or self.selected or (deploying is not None and self._declared(deploying)):
            return None
        said = self.said(path)
        asked = {query[1] for query in self._projects.files.asked(parameter_names)}
        return (asked, said.plain) if said.kind else None

    def depends_on(self, path: str) -> tuple[str | None, str | None]:
        """Return the folder that the contexts of a file depend on with all of its files, and the file's source tree.

        None if there is no such folder, and for a source tree in `folders`. A file depends on the part of its source tree
        that `digest` returns.
        """
        deploying, own = self.deploying(path), self.tree(path)
        is_deployed = deploying is not None and bool(self._declared(deploying))
        is_outside = own is not None and own.folder not in self.folders
        return deploying.folder if deploying and is_deployed else None, own.folder if own and is_outside else None

    def depend(self, path: str, files: Iterable[str]) -> None:
        """Record for `is_current` that the result of a file depends on these files and on its source tree."""
        self._projects.files.memoize(("result", path), lambda: self._read_for(path, files))

    def is_current(self, path: str) -> bool:
        """Return whether the dependencies of a file's result are unchanged since the call of `depend`."""
        return self._projects.files.is_memoized(("result", path))

    def _read_for(self, path: str, files: Iterable[str]) -> None:
        self._projects.files.record(SELECTED, *files)
        self._projects.files.query(_digest, self, path)


def _digest(files: VirtualFiles, trees: SourceTrees, path: str) -> str:
    """Return the facts of the source tree about a file. A query (`VirtualFiles.query`)."""
    return trees.digest(path)


class ContextFinder:
    """Finds the contexts of files. `complete`: the run gives all parameter values, even without an environment."""

    def __init__(self, projects: Projects, trees: SourceTrees, *, complete: bool) -> None:
        self._projects = projects
        self._trees = trees
        self._complete = complete

    def steps(self, path: str) -> Iterator[None]:
        """Search the source tree of a file in steps, as `contexts` needs it. The caller may do other work in between."""
        tree = self._trees.tree(path)
        if tree is not None:
            yield from tree.steps(path)

    def contexts(
        self, path: str, project: Project, settings: Settings, *, offline: bool = False
    ) -> list[DeploymentContext]:
        """Return the contexts in which hotlint checks a file of a project: at least one.

        1. If the user selected environments for a template in an editor, hotlint checks it, and its nested templates, with
           these environments.
        2. If templates with environments use the template, hotlint checks it as they use it.
        3. If other templates of the source tree use it, hotlint checks it by itself, with unknown parameter values.
        4. Otherwise, hotlint checks it in each deployment of the settings, with the environment of the same name, or with each of
           those that map its types.

        `offline`: attributes that are known without a cloud have values, and a nested template by itself has its defaults, as
        in a preview. Raises FileNotFoundError, PermissionError or ReadError for an environment.
        """
        budget = Budget() if offline else Budget.of(settings.budget)
        return _Search(self._projects, self._trees, settings, budget, self._complete, offline).contexts(path, project)


class _Search:
    """The search for the contexts of one file."""

    def __init__(
        self,
        projects: Projects,
        trees: SourceTrees,
        settings: Settings,
        budget: Budget,
        complete: bool,
        offline: bool,
    ) -> None:
        self._projects = projects
        self._trees = trees
        self._settings = settings
        self._budget = budget
        self._complete = complete
        self._offline = offline

    def contexts(self, path: str, project: Project) -> list[DeploymentContext]:
        """Return the contexts of a file of a project."""
        tree = self._trees.tree(path)
        world = tree.open_world(path)._replace(folder=tree.folder) if tree is not None and not self._offline else None
        opened = project.in_world(world)
        if world is not None:
            project = project.in_world(OpenWorld(folder=world.folder))
        kind = kind_of(project.document(path))
        if kind == "environment" or os.path.abspath(path) in map(os.path.abspath, self._settings.environments):
            opened = opened.with_users(self._trees.users(path))
            return [DeploymentContext(TemplateContext.open_environment(opened, path, Meter(self._budget)))]
        if kind in TEMPLATES:
            found = self._selected(path, project) or [*self._named(path, project), *self._deployed(path, project)]
            if found:
                return found
        if world is not None and world.is_used:
            return [DeploymentContext(self._opened(opened, path, Environment()))]
        fitting = self._fitting(path, tree) if kind in TEMPLATES and tree is not None else []
        if fitting and tree is not None:
            return [
                DeploymentContext(
                    self._opened(self._mapped(opened, tree, e), path, e, partial=True, lacks=fit.lacks),
                    f"site '{fit.site}'" if fit.site else "",
                    is_alternative=True,
                )
                for fit, e in fitting
            ]
        return self._by_itself(path, opened if not self._is_given_environments(path) else project)

    def _opened(
        self,
        project: Project,
        path: str,
        environment: Environment,
        *,
        complete: bool = False,
        partial: bool = False,
        lacks: tuple[tuple[str, str], ...] = (),
    ) -> TemplateContext:
        return TemplateContext.open(
            project, path, environment, Meter(self._budget), complete=complete, partial=partial, lacks=lacks,
            offline=self._offline,
        )  # fmt: skip

    def _root(self, project: Project, path: str, environment: Environment) -> TemplateContext | None:
        """Return a root template in its context; None if it cannot be read."""
        try:
            return self._opened(project, path, environment, complete=self._complete)
        except (OSError, ReadError):
            return None

    def _selected(self, path: str, project: Project) -> list[DeploymentContext]:
        """Return the contexts with the environments that the user selected for the template, or for one that may use it."""
        trees, chosen = self._trees, self._trees.selected.get(path)
        if chosen is not None:
            environment = trees.chosen(self._settings, chosen)
            return [DeploymentContext(self._opened(project.in_world(None), path, environment, complete=self._complete))]
        tree = trees.tree(path) if trees.selected else None
        above = tree.above(path) if tree is not None else set()
        parents = [parent for parent in trees.selected if parent in above]
        for parent in parents:
            environment = trees.chosen(self._projects.settings(parent), trees.selected[parent])
            top = self._root(project.in_world(None), parent, environment)
            uses = islice(uses_within(top, path, above), CONTEXT_LIMIT) if top is not None else ()
            found = [DeploymentContext(use, " > ".join(resources)) for use, resources in uses]
            if found:
                return found
        if not parents or tree is None:
            return []
        # The parent does not make it now: its environments give no values, but its registry is known.
        environment = trees.chosen(self._projects.settings(parents[0]), trees.selected[parents[0]]).for_child({}, "")
        project = project if self._offline else project.in_world(tree.open_world(path)._replace(folder=tree.folder))
        return [DeploymentContext(self._opened(project, path, environment, partial=True))]

    def _deployed(self, path: str, project: Project) -> list[DeploymentContext]:
        """Return the contexts in which root templates with environments use a template; empty if none does."""
        tree = self._trees.deploying(path)
        if tree is None or not self._trees.is_given_environments(tree, path):
            return []
        return tree.deployed(path, lambda top, environment: self._root(project, top, environment))

    def _is_given_environments(self, path: str) -> bool:
        settings = self._settings
        return bool(self._trees.alternatives or settings.environments or any(deployments_of(path, settings)))

    def _fitting(self, path: str, tree: SourceTree) -> list[tuple[Fit, Environment]]:
        """Return what fits a template if the settings give none, with its environments: alternatives, without unreadable ones."""
        settings, environments = self._settings, list[tuple[Fit, Environment]]()
        for found in discovered(path, settings, tree.finder)[:CONTEXT_LIMIT] if not self._trees.alternatives else ():
            with contextlib.suppress(OSError, ReadError):
                environment = self._projects.environment(settings._replace(environments=found.paths))
                if found.why == "types" or any(p.endswith(EXAMPLE_ENDINGS) for p in found.paths):
                    registry = environment.registry
                    if found.only:
                        catalog = self._projects.project(settings).catalog
                        mapped = (m for m in registry if isinstance(catalog.resource(m.pattern), NoSuchType))
                        registry = TypeRegistry(mapped)
                    environment = Environment(environment.files, registry=registry)
                environments.append((found, environment))
        return environments

    def _mapped(self, project: Project, tree: SourceTree, environment: Environment) -> Project:
        """Return a project that leaves no type open which an environment maps for some resources, and no other of the tree otherwise."""
        world, own = project.open_world, {(m.pattern, m.target, m.scope) for m in environment.registry}
        scoped = {pattern for pattern, _, scope in own if scope}.intersection(world.mapped if world is not None else ())
        if world is None or not scoped:
            return project
        for path, facts in tree.facts.items():
            if path not in environment.files and not scoped.isdisjoint(name for name, _ in facts.registry):
                project.reads.add([path])
                with contextlib.suppress(OSError, ReadError):
                    other = self._projects.environment(self._settings._replace(environments=(path,))).registry
                    scoped -= {m.pattern for m in other if (m.pattern, m.target, m.scope) not in own}
        return project.in_world(world._replace(mapped=tuple(name for name in world.mapped if name not in scoped)))

    def _by_itself(self, path: str, project: Project) -> list[DeploymentContext]:
        """Return the contexts of a root template that no deployment names: one for each of its environments."""
        environments = self._trees.of_settings(self._settings)
        several = len(environments) > 1
        return [
            DeploymentContext(
                self._opened(project, path, environment, complete=self._complete),
                f"with {os.path.relpath(environment.files[-1])}" if several else "",
            )
            for environment in environments
        ]

    def _named(self, path: str, project: Project) -> list[DeploymentContext]:
        """Return the contexts of the deployments that the settings name for a template; empty if they name none."""
        contexts, settings = [], self._settings
        for deployment in deployments_of(path, settings):
            own = project
            if deployment.target is not None and deployment.target != settings.target:
                other = self._projects.project(settings._replace(target=deployment.target))
                own = other.on(project.files).in_folder(project.root).in_world(project.open_world)
            context = self._opened(own, path, self._trees.of(deployment, settings), complete=True)
            contexts.append(DeploymentContext(context, f"deployment '{deployment.name}'"))
        return contexts
