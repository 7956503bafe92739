"""How files of Heat are checked, by kind: in which contexts, by the rules, and what settings leave of the findings.

A handler takes the file and returns its result, or None for a file that nobody asked about. It does so in steps, between which the
caller may do other work. The handlers of hotlint's own files are in `hotlint.operations.engines`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from hotlint.analysis.composition.template_context import DeploymentContext, TemplateContext
from hotlint.analysis.file_kinds import ENDINGS, is_broken_file, is_source, kind_of
from hotlint.analysis.files.project import Project
from hotlint.analysis.files.virtual_files import VirtualFiles, full_path
from hotlint.common.annotations import TYPE_CHECKING, Any, TypeAlias
from hotlint.linter.checking.contexts import ContextFinder
from hotlint.linter.checking.file_result import FileResult, Handled
from hotlint.linter.checking.one_cause import fold
from hotlint.linter.checking.projects import Projects
from hotlint.linter.checking.run import Linter
from hotlint.linter.diagnostic import MARK, SEVERITIES, Diagnostic, sort_and_dedupe
from hotlint.linter.packs.registry import Registry
from hotlint.linter.run_diagnostics import RUN_RULES
from hotlint.linter.settings.model import Settings

if TYPE_CHECKING:
    from hotlint.linter.checking.run import Steps
    from hotlint.linter.rules.rule import Rule

    Handler: TypeAlias = Callable[["FileChecks", Handled], Steps[FileResult | None]]


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
        self._opened: dict[tuple[str, str | None], tuple[VirtualFiles, list[DeploymentContext]]] = {}

    def forget(self, path: str | None = None) -> None:
        """Drop the contexts that are kept of a file; None: of all files."""
        if path is None:
            self._opened.clear()
        else:
            for key in [key for key in self._opened if key[0] == full_path(path)]:
                del self._opened[key]

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

    def contexts_of(self, path: str, project: Project, settings: Settings) -> list[DeploymentContext]:
        """Return the contexts of a file: at least one. Those of an open document are kept until a file changes."""
        is_open = self._projects.files.is_overlay(path)
        if not is_open or project.document(path) is not self._projects.project(settings).document(path):
            return self._contexts.contexts(path, project, settings)
        key = full_path(path), settings.target
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
        result = self._after_settings(result, rules)
        return result._replace(diagnostics=fold(result.diagnostics, result.path))

    def wanted(self, found: Iterable[Diagnostic], settings: Settings) -> list[Diagnostic]:
        """Return findings about a file itself: those that the settings enable, with their severities."""
        return self._with_severities([d for d in found if settings.wants(self._rules_by_code[d.code])], settings)

    def by_settings(self, file_result: FileResult) -> FileResult:
        """Return the result of a file of another kind, after applying its settings and suppression comments."""
        found = self.wanted(file_result.diagnostics, file_result.settings)
        return self._after_settings(file_result._replace(diagnostics=found), self.rules)

    def of_source(self, file_result: FileResult) -> FileResult:
        """Return the result of a Jinja source that is not rendered, without findings that settings or comments suppress.

        Nothing can be said about the rest of its comments.
        """
        kept = found = self.wanted(file_result.diagnostics, file_result.settings)
        if MARK in file_result.document.text:
            from hotlint.linter.suppression import apply_suppressions, suppressions_in  # most files have none

            kept, _ = apply_suppressions(found, suppressions_in(file_result.document))
        return file_result._replace(diagnostics=kept, suppressed=len(found) - len(kept))

    def _after_settings(self, file_result: FileResult, rules: Sequence[Rule]) -> FileResult:
        """Return a result without suppressed findings, and with the severities of the settings.

        `rules` are the rules of the file, policies included.
        """
        found, settings, suppressed = file_result.diagnostics, file_result.settings, 0
        if MARK in file_result.document.text:
            from hotlint.linter.suppression import SuppressionReporter

            found, suppressed = SuppressionReporter(rules).apply(found, file_result.document, settings)
        return file_result._replace(diagnostics=self._with_severities(found, settings), suppressed=suppressed)

    def _with_severities(self, found: list[Diagnostic], settings: Settings) -> list[Diagnostic]:
        """Return findings with the severities of the settings."""
        if not settings.severity and not settings.profile:
            return found
        return [d._replace(severity=settings.severity_of(d, self._rules_by_code.get(d.code))) for d in found]


def template(checks: FileChecks, file: Handled) -> Steps[FileResult]:
    """Check a template or an environment in all of its contexts."""
    contexts = yield from checks.contexts_in_steps(file)
    found = yield from checks.run(contexts, file.settings)
    return checks.finish(file, contexts, found)


def cloudformation(checks: FileChecks, file: Handled) -> Steps[FileResult]:
    """Check a template in CloudFormation's format.

    One that is for AWS has one finding, unless the user named it outside of an editor.
    """
    from hotlint.linter.checking.aws_templates import for_aws  # most templates are HOT

    contexts = yield from checks.contexts_in_steps(file)
    of_aws = for_aws(contexts[0].context) if file.is_overlay or not file.named else []
    found = checks.wanted(of_aws, file.settings) if of_aws else (yield from checks.run(contexts, file.settings))
    return checks.finish(file, contexts, found)


def by_content(checks: FileChecks, file: Handled) -> Steps[FileResult]:
    """Check a file as the kind that its text has, whatever its name is."""
    return (yield from (cloudformation if kind_of(file.document) == "cfn" else template)(checks, file))


def other(checks: FileChecks, file: Handled) -> Steps[FileResult | None]:
    """Check a file of no kind: one that the user named, an environment of the settings, or a broken file of Heat."""
    if file.named and is_source(file.path, file.document):
        return (yield from jinja(checks, file))
    is_broken = file.path.endswith(ENDINGS) and is_broken_file(file.document)
    if file.named or is_broken or os.path.abspath(file.path) in map(os.path.abspath, file.settings.environments):
        return (yield from by_content(checks, file))
    return None


def jinja(checks: FileChecks, file: Handled) -> Steps[FileResult]:
    """Check a Jinja source: what it is rendered to, or only report that the settings do not render it."""
    from hotlint.language.jinja_rendering import RenderingError  # few runs meet a source
    from hotlint.linter.checking.jinja_check import (
        failure,
        findings_in_source,
        rendered_project,
        rendering_of,
        settings_for,
        unrendered,
    )

    own = settings_for(file.path, file.settings)
    if own is None:
        found = [unrendered(file.path, file.document)]
        result = FileResult(
            file.path, file.document, found, file.settings, file.project, files=file.project.reads.paths
        )
        return checks.of_source(result)
    result = FileResult(file.path, file.document, [], file.settings, file.project)
    try:
        rendering = rendering_of(file.path, file.document.text, own, file.project)
        project = rendered_project(rendering, file.project)
        rendered = file._replace(document=project.document(file.path), project=project, notes=())
        result = yield from by_content(checks, rendered)
        found = findings_in_source(result.diagnostics, rendering)
    except RenderingError as exc:
        result = checks.of_source(result._replace(diagnostics=[failure(exc, file.path, file.document.text)]))
        found = result.diagnostics
    read = result.files | file.project.reads.paths
    return result._replace(
        path=file.path, document=file.document, diagnostics=found, project=file.project, files=read, named=file.named
    )


HANDLERS: Mapping[str, Handler] = {
    "hot": template, "cfn": cloudformation, "environment": template, "jinja": jinja,
}  # fmt: skip
"""The handlers by kind; `other` is the one of all further kinds."""


def merged(contexts: Sequence[DeploymentContext], found: Sequence[list[Diagnostic]]) -> list[Diagnostic]:
    """Return the findings of all contexts. A finding that only some contexts have names these contexts.

    Of alternatives, each of which may be the right one, only findings that all of them have are returned, and errors at sites to
    which a text deploys the template.
    """
    if len(contexts) == 1:
        return found[0]
    if contexts[0].is_alternative:
        others = [{(one.code, one.span) for one in listed} for listed in found[1:]]
        in_all = {(one.code, one.span) for one in found[0] if all((one.code, one.span) in other for other in others)}
        of_sites = [
            [one for one in listed if context.where and one.severity == "error" and (one.code, one.span) not in in_all]
            for context, listed in zip(contexts, found, strict=True)
        ]
        shared = [one for one in found[0] if (one.code, one.span) in in_all]
        return sort_and_dedupe([*shared, *_of_contexts(contexts, of_sites)]) if any(of_sites) else shared
    return sort_and_dedupe(_of_contexts(contexts, found))


def _of_contexts(contexts: Sequence[DeploymentContext], found: Sequence[list[Diagnostic]]) -> list[Diagnostic]:
    """Return the findings of all contexts, each once. One that only some contexts have names these."""
    by_finding: dict[tuple[Any, ...], list[tuple[str, Diagnostic]]] = {}
    for context, listed in zip(contexts, found, strict=True):
        for one in listed:
            by_finding.setdefault((one.code, one.span, one.message), []).append((context.where, one))
    everything = []
    for occurrences in by_finding.values():
        worst = min((d for _, d in occurrences), key=lambda d: SEVERITIES.index(d.severity))
        names = [name for name, d in occurrences if d.severity == worst.severity]
        if len(names) < len(contexts) and not _says(worst.message, names):
            more = f"; and {len(names) - 2} more" if len(names) > 2 else ""
            worst = worst._replace(message=f"{worst.message} ({'; '.join(names[:2])}{more})")
        everything.append(worst._replace(deployments=tuple(names)))
    return everything


def _says(message: str, names: Sequence[str]) -> bool:
    """Return whether a message names the origin of a value, "parameter 'x' from a.env", which is the only context's file."""
    given = names[0].removeprefix("with ") if len(names) == 1 and names[0].startswith("with ") else ""
    return bool(given) and bool(re.search(rf" from (\S*/)?{re.escape(os.path.basename(given))}(?=[:) ]|$)", message))
