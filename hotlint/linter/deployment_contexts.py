"""The contexts in which a file is checked: its environments, and the templates that it is nested in."""

from __future__ import annotations

import os
from binascii import crc32
from collections.abc import Iterator, Mapping, Sequence

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.context import DeploymentContext, TemplateContext
from hotlint.analysis.environment import Environment
from hotlint.analysis.project import Project
from hotlint.analysis.template import kind_of
from hotlint.common.files import ReadError
from hotlint.linter.diagnostic import SEVERITIES, Diagnostic
from hotlint.linter.linter import Linter, sort_and_dedupe
from hotlint.linter.settings import NamedDeployment, Settings

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Any, Protocol

    from hotlint.analysis.workspace import Workspace
else:
    Protocol = object


class FileSettings(Protocol):
    """The part of the engine that knows the settings of files; `with_environments`: the run is given some."""

    with_environments: bool

    def settings(self, path: str) -> Settings: ...
    def excluded(self, path: str) -> bool: ...
    def config_folder(self, path: str) -> str | None: ...
    def environment(self, settings: Settings, values: Mapping[str, Any] = {}) -> Environment: ...
    def project(self, settings: Settings) -> Project: ...


class ContextFinder:
    """Finds the contexts of files, and remembers the folders of templates that it has looked through.

    `alternatives` are environment files, each of which makes a context of its own; `complete` says that all parameter
    values are given; `folders` are checked as a whole, with environments that are for their top-level templates: all of
    their files are read, and of any other folder at most `FILE_LIMIT`.
    """

    def __init__(
        self, files: FileSettings, alternatives: Sequence[str], *, complete: bool, folders: Sequence[str]
    ) -> None:
        self._files = files
        self._alternatives = tuple(alternatives)
        self._complete = complete
        self._wanted = self._folders = tuple(map(os.path.abspath, folders))
        self._workspaces: dict[str, Workspace] = {}
        self._declarations: dict[str, dict[str, set[str]]] = {}

    def contexts(
        self, path: str, project: Project, settings: Settings, *, named: bool = True
    ) -> list[DeploymentContext]:
        """Return the contexts in which a file of a project is checked: at least one.

        A template that other templates of its workspace use is checked as they use it; any other one by itself, with
        each of its environments. One that was not `named`, and that no template with an environment uses, is checked in
        an open world. Raises FileNotFoundError, PermissionError or ReadError for an environment.
        """
        own_world, budget = None, Budget.of(settings.budget)
        if not named:
            from hotlint.analysis.open_world import OpenWorld

            tree = self.tree(path)
            own_world, project = tree.open_world(path) if tree is not None else None, project.in_world(OpenWorld())
        kind = kind_of(project.document(path))
        if kind == "environment" or os.path.abspath(path) in map(os.path.abspath, settings.environments):
            project = project.with_users(self.users(path))
            return [DeploymentContext(TemplateContext.open_environment(project, path, Meter(budget)))]
        if kind == "hot":
            deployed = self._deployed(path, project, budget, named=named)
            if deployed:
                return deployed
        if own_world is not None and own_world.is_used:
            project = project.in_world(own_world)
            return [DeploymentContext(TemplateContext.open(project, path, Environment(), Meter(budget)))]
        found = self._discovered(path, settings) if kind == "hot" and not named else None
        if found is not None:
            return [DeploymentContext(TemplateContext.open(project, path, found, Meter(budget), partial=True))]
        return self._by_itself(path, project, settings)

    def _deployed(self, path: str, project: Project, budget: Budget, *, named: bool) -> list[DeploymentContext]:
        """Return the contexts in which the roots of its workspace use a template; none where no root does."""
        workspace = self.workspace(path)
        if workspace is None or not (named or self._has_environments(workspace, path)):
            return []

        def root(top: str, environment: Environment) -> TemplateContext | None:
            try:
                return TemplateContext.open(project, top, environment, Meter(budget), complete=self._complete)
            except (OSError, ReadError):
                return None

        return workspace.deployed(path, root)

    def _discovered(self, path: str, settings: Settings) -> Environment | None:
        """Return the environment that is named like a template, where the settings give none; None without such."""
        tree = self.tree(path)
        if tree is None or settings.environments or self._alternatives or any(deployments_of(path, settings)):
            return None
        found = tree.finder.named_like(path)
        try:
            return self._files.environment(settings._replace(environments=(found,))) if found is not None else None
        except (OSError, ReadError):
            return None

    def _by_itself(self, path: str, project: Project, settings: Settings) -> list[DeploymentContext]:
        """Return the contexts of a template that is deployed by itself: one for each of its environments."""
        named = self._named(path, project, settings)
        if named:
            return named
        environments, budget = self._environments(settings), Budget.of(settings.budget)
        several = len(environments) > 1
        return [
            DeploymentContext(
                TemplateContext.open(project, path, environment, Meter(budget), complete=self._complete),
                f"with {os.path.relpath(environment.files[-1])}" if several else "",
            )
            for environment in environments
        ]

    def _named(self, path: str, project: Project, settings: Settings) -> list[DeploymentContext]:
        """Return the contexts of the deployments that the settings name for a template; none where they name none."""
        contexts, budget = [], Budget.of(settings.budget)
        for deployment in deployments_of(path, settings):
            own = project
            if deployment.target is not None and deployment.target != settings.target:
                other = self._files.project(settings._replace(target=deployment.target))
                own = other.with_source(project.document(path).source).in_folder(project.root)
                own = own.in_world(project.open_world)
            unit = TemplateContext.open(own, path, self._of(deployment, settings), Meter(budget), complete=True)
            contexts.append(DeploymentContext(unit, f"deployment '{deployment.name}'"))
        return contexts

    def _of(self, deployment: NamedDeployment, settings: Settings) -> Environment:
        paths = (*settings.environments, *deployment.environments)
        return self._files.environment(settings._replace(environments=paths), dict(deployment.values))

    def users(self, path: str) -> dict[str, tuple[str, ...]]:
        """Return {environment file: templates that it is declared for, or named like, and the nested ones that they use}.

        Empty where no workspace is known, so that nothing can be said about parameters that no template declares.
        """
        own, workspace = os.path.abspath(path), self.workspace(path)
        tops = self._declared(workspace).get(own) if workspace is not None else None
        if not tops:
            workspace = self.tree(path)
            tops = set(workspace.finder.templates_of(own)) if workspace is not None else None
        return {own: tuple(sorted(workspace.below(tops)))} if workspace is not None and tops else {}

    def _declared(self, workspace: Workspace) -> dict[str, set[str]]:
        """Return {environment: templates that it is declared for}."""
        declared = self._declarations.get(workspace.folder)
        if declared is None:
            declared = self._declarations[workspace.folder] = {}
            for template in workspace.templates:
                settings = self._files.settings(template)
                named = (e for d in deployments_of(template, settings) for e in d.environments)
                for environment in (*settings.environments, *named, *self._alternatives):
                    declared.setdefault(os.path.abspath(environment), set()).add(template)
        return declared

    def workspace(self, path: str) -> Workspace | None:
        """Return the folder of templates whose deployments are known, to which a file belongs; None when none is.

        It is the folder of the file's configuration, or else, for a run with environments, one of the folders that are
        checked as a whole.
        """
        folder = self._files.config_folder(path)
        if folder is not None:
            return self._workspace(folder)
        return self.tree(path) if self._files.with_environments or self._alternatives else None

    def look_through(self, folder: str) -> None:
        """Look through a folder, which counts as one that is checked as a whole from then on."""
        own = os.path.abspath(folder)
        _ = self._workspace(own).facts
        self._folders = tuple(dict.fromkeys((*self._folders, own)))

    def tree(self, path: str) -> Workspace | None:
        """Return the folder that is checked as a whole, to which a file belongs; None for one that was named."""
        own = os.path.abspath(path)
        folder = next((f for f in self._folders if own.startswith(os.path.join(f, ""))), None)
        return self._workspace(folder) if folder is not None else None

    def digest(self, path: str) -> str:
        """Return what the tree of a file says about it, in a few characters that change when that does."""
        tree = self.tree(path)
        path = os.path.abspath(path)
        kind = tree.kind(path) if tree is not None else ""
        if tree is None or not kind:
            return ""
        belongs = tree.finder.named_like(path) if kind == "template" else sorted(self.users(path).get(path, ()))
        return f"{crc32(repr((tree.open_world(path), belongs)).encode()):08x}"

    def depends_on(self, path: str, *, named: bool) -> str | None:
        """Return the folder on all of whose files the contexts of a file depend; None for no such folder."""
        workspace = self.workspace(path)
        if workspace is None or not (named or self._declared(workspace)):
            return None
        return workspace.folder

    def _workspace(self, folder: str) -> Workspace:
        if folder not in self._workspaces:
            from hotlint.analysis.file_facts import FILE_LIMIT
            from hotlint.analysis.workspace import Workspace  # few files are below a configuration

            limit = None if folder in self._wanted else FILE_LIMIT
            self._workspaces[folder] = Workspace(folder, self._environments_of, self._files.excluded, limit)
        return self._workspaces[folder]

    def _has_environments(self, workspace: Workspace, path: str) -> bool:
        """Return whether some root that uses a template is given an environment."""
        if not self._declared(workspace):
            return False
        if self._alternatives:
            return True
        settings = ((root, self._files.settings(root)) for root in workspace.roots(path))
        return any(s.environments or any(deployments_of(root, s)) for root, s in settings)

    def refresh(self, path: str) -> None:
        """Look again at one file: it was added, removed or changed."""
        self._declarations.clear()
        for workspace in self._workspaces.values():
            workspace.refresh(path)

    def forget_workspaces(self) -> None:
        """Look through folders again when next asked: files were added, removed, or changed in what they use."""
        self._declarations.clear()
        self._workspaces.clear()

    def _environments(self, settings: Settings) -> list[Environment]:
        """Return the merged environments of the settings: one, or one with each of the alternatives."""
        if not self._alternatives:
            return [self._files.environment(settings)]
        return [
            self._files.environment(settings._replace(environments=(*settings.environments, alternative)))
            for alternative in self._alternatives
        ]

    def _environments_of(self, template: str) -> list[Environment]:
        settings = self._files.settings(template)
        try:
            return [self._of(d, settings) for d in deployments_of(template, settings)] or self._environments(settings)
        except (OSError, ReadError):
            return [Environment()]


def deployments_of(template: str, settings: Settings) -> Iterator[NamedDeployment]:
    """Yield the deployments of a template that its settings name."""
    own = os.path.abspath(template) if settings.deployments else ""
    yield from (d for d in settings.deployments if os.path.abspath(d.template) == own)


def lint_all(contexts: list[DeploymentContext], linter: Linter) -> list[Diagnostic]:
    """Return the findings in all contexts; a finding that is not in all of them names those that it is in."""
    if len(contexts) == 1:
        return linter.lint(contexts[0].unit)
    by_finding: dict[tuple[Any, ...], list[tuple[str, Diagnostic]]] = {}
    for context in contexts:
        for found in linter.lint(context.unit):
            by_finding.setdefault((found.code, found.span, found.message), []).append((context.where, found))
    merged = []
    for occurrences in by_finding.values():
        worst = min((d for _, d in occurrences), key=lambda d: SEVERITIES.index(d.severity))
        names = [name for name, d in occurrences if d.severity == worst.severity]
        if len(names) < len(contexts):
            more = f"; and {len(names) - 2} more" if len(names) > 2 else ""
            worst = worst._replace(message=f"{worst.message} ({'; '.join(names[:2])}{more})")
        merged.append(worst)
    return sort_and_dedupe(merged)
