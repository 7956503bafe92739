"""Finds the template contexts of a file: its environments, and the templates that nest it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from itertools import islice

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.source_tree import CONTEXT_LIMIT, SourceTree, uses_within
from hotlint.analysis.composition.template_context import DeploymentContext, TemplateContext
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.file_kinds import TEMPLATES, kind_of
from hotlint.analysis.files.project import OpenWorld, Project
from hotlint.common.files import ReadError
from hotlint.linter.checking.deployment_inputs import deployments_of, discovered
from hotlint.linter.checking.projects import Projects
from hotlint.linter.checking.source_trees import SourceTrees
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.settings.model import Settings


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
        world = tree.open_world(path) if tree is not None and not self._offline else None
        opened = project.in_world(world)
        if world is not None:
            project = project.in_world(OpenWorld())
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
        if fitting:
            contexts = (self._opened(opened, path, environment, partial=True) for environment in fitting)
            return [DeploymentContext(context, is_alternative=True) for context in contexts]
        return self._by_itself(path, opened if not self._is_given_environments(path) else project)

    def _opened(
        self, project: Project, path: str, environment: Environment, *, complete: bool = False, partial: bool = False
    ) -> TemplateContext:
        return TemplateContext.open(
            project, path, environment, Meter(self._budget), complete=complete, partial=partial, offline=self._offline
        )

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
        project = project if self._offline else project.in_world(tree.open_world(path))
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

    def _fitting(self, path: str, tree: SourceTree) -> list[Environment]:
        """Return the environments that fit a template if the settings give none: alternatives, without unreadable ones."""
        settings, environments = self._settings, []
        is_named = tree.finder.named_like(path) is not None
        for found in discovered(path, settings, tree.finder)[:CONTEXT_LIMIT] if not self._trees.alternatives else ():
            with contextlib.suppress(OSError, ReadError):
                environment = self._projects.environment(settings._replace(environments=(found,)))
                environments.append(
                    environment if is_named else Environment(environment.files, registry=environment.registry)
                )
        return environments

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


def findings_for_aws(context: TemplateContext, *, is_named: bool = False) -> list[Diagnostic]:
    """Return the finding about a template that is for AWS only; none for one that the user named outside an editor."""
    if is_named or kind_of(context.document) != "cfn":
        return []
    from hotlint.linter.checking.aws_templates import for_aws  # most templates are HOT

    return for_aws(context)
