"""What the handlers of all kinds of files share: the contexts of a file, the run of the rules, the end of a check."""

from __future__ import annotations

import os
from collections.abc import Sequence

from hotlint.analysis.composition.template_context import DeploymentContext, TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.analysis.files.virtual_files import VirtualFiles, full_path
from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.linter.checking.applied_settings import after_settings, of_source, wanted
from hotlint.linter.checking.contexts import ContextFinder
from hotlint.linter.checking.file_result import FileResult, Handled
from hotlint.linter.checking.merged_contexts import merged
from hotlint.linter.checking.one_cause import fold
from hotlint.linter.checking.projects import Projects
from hotlint.linter.checking.run import Linter
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.packs.registry import Registry
from hotlint.linter.run_diagnostics import RUN_RULES
from hotlint.linter.settings.model import Settings

if TYPE_CHECKING:
    from hotlint.linter.checking.run import Steps


class FileChecks:
    """Checks files in their contexts with the rules of an engine.

    `show_hidden`: messages show the values of hidden parameters.
    """

    def __init__(self, registry: Registry, projects: Projects, contexts: ContextFinder, *, show_hidden: bool) -> None:
        self.rules = (*registry.rules, *RUN_RULES)
        self._registry = registry
        self._projects = projects
        self._contexts = contexts
        self._show_hidden = show_hidden
        self._rules_by_code = {r.code: r for r in self.rules}
        self._linters: dict[tuple[Any, ...], Linter] = {}
        self._opened: dict[str, tuple[VirtualFiles, list[DeploymentContext]]] = {}

    def forget(self, path: str | None = None) -> None:
        """Drop the contexts that are kept of a file; None: of all files."""
        if path is None:
            self._opened.clear()
        else:
            self._opened.pop(full_path(path), None)

    def linter(self, settings: Settings) -> Linter:
        """Return the rules that the settings enable.

        A rule on nested templates or environments sums up what all rules find there, whichever of them are selected.
        """
        key = (settings.select, settings.ignore, settings.extend_select)
        if key not in self._linters:
            rules, type_rules = filter(settings.wants, self._registry.rules), self._registry.type_rules
            others = self.linter(settings._replace(select=None)) if settings.select is not None else None
            self._linters[key] = Linter(rules, others, type_rules, show_hidden=self._show_hidden)
        return self._linters[key]

    def contexts_in_steps(self, file: Handled) -> Steps[list[DeploymentContext]]:
        """Return the contexts of a file, in steps: at least one."""
        yield from self._contexts.steps(file.path)
        return self.contexts_of(file.path, file.project, file.settings)

    def run(self, contexts: Sequence[DeploymentContext], settings: Settings) -> Steps[list[Diagnostic]]:
        """Run the rules in all contexts of a file, in steps, and return the findings."""
        found: list[list[Diagnostic]] = []
        for one in contexts:
            found += [(yield from self.linter(settings).steps(one.context))]
        return merged(contexts, found)

    def finish(self, file: Handled, contexts: Sequence[DeploymentContext], found: list[Diagnostic]) -> FileResult:
        """Return the result of a file of Heat, after policies, settings and suppression comments."""
        settings = file.settings
        found = [*found, *self.wanted(file.notes, settings)]
        file_result = self.finished([one.context for one in contexts], settings, found)
        own = [p.file for p in settings.policies] + ([os.path.abspath(settings.snapshot)] if settings.snapshot else [])
        read = {*own, *file.project.reads.paths}.union(*(one.context.project.reads.paths for one in contexts))
        return file_result._replace(path=file.path, files=frozenset(read), named=file.named)

    def wanted(self, found: Sequence[Diagnostic], settings: Settings) -> list[Diagnostic]:
        """Return findings about a file itself: those that the settings enable, with their severities."""
        return wanted(found, settings, self._rules_by_code)

    def by_settings(self, file_result: FileResult) -> FileResult:
        """Return the result of a file of another kind, after applying its settings and suppression comments."""
        found = self.wanted(file_result.diagnostics, file_result.settings)
        return after_settings(file_result._replace(diagnostics=found), self.rules, self._rules_by_code)

    def of_source(self, file_result: FileResult) -> FileResult:
        """Return the result of a Jinja source that is not rendered, after its settings and suppression comments."""
        return of_source(file_result, self._rules_by_code)

    def contexts_of(self, path: str, project: Project, settings: Settings) -> list[DeploymentContext]:
        """Return the contexts of a file: at least one. Those of an open document are kept until a file changes."""
        key = full_path(path)
        if not self._projects.files.is_overlay(key) or project.document(path) is not self._projects.project(
            settings
        ).document(path):
            return self._contexts.contexts(path, project, settings)
        if key not in self._opened or self._opened[key][0] is not self._projects.files:
            self._opened[key] = (self._projects.files, self._contexts.contexts(path, project, settings))
        return self._opened[key][1]

    def finished(self, contexts: Sequence[TemplateContext], settings: Settings, found: list[Diagnostic]) -> FileResult:
        """Return the result of a file: add the findings of policies, and apply suppression comments and severities.

        `contexts` are all contexts of the file. The result has the first one.
        """
        rules, context = self.rules, contexts[0]
        if context.project.render is not None:
            from hotlint.linter.checking.rendered_findings import in_sources

            found = in_sources(found, context.project)
        if settings.policies:
            from hotlint.linter.checking.policy_findings import policy_diagnostics, policy_rules

            found = [*found, *policy_diagnostics(contexts, settings)]
            rules = (*rules, *policy_rules(settings))
        result = FileResult(
            context.path, context.document, found, settings, context.project, context, show_hidden=self._show_hidden
        )
        result = after_settings(result, rules, self._rules_by_code)
        return result._replace(diagnostics=fold(result.diagnostics))
