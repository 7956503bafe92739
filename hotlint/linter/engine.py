"""The one path from a file to its findings, which the command, the Python API and the language server share.

An `Engine` holds everything that many files have in common: configuration, enabled rules, catalogs, environments.
`Engine.check_file` reads a file, runs the rules, and applies suppression comments and settings to the findings.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from hotlint.analysis.context import TemplateContext
from hotlint.analysis.environment import Environment
from hotlint.analysis.jinja_sources import is_source
from hotlint.analysis.project import Project
from hotlint.analysis.template import kind_of, may_be_heat
from hotlint.common.files import ReadError, decode, is_utf16, read_bytes, read_start
from hotlint.common.records import NamedTuple
from hotlint.language.time_limit import file_seconds, one_file
from hotlint.linter import registry
from hotlint.linter.config_finder import Finder
from hotlint.linter.config_search import NAME
from hotlint.linter.deployment_contexts import ContextFinder, lint_all
from hotlint.linter.diagnostic import MARK, Diagnostic, Severity
from hotlint.linter.linter import Linter
from hotlint.linter.rendered_findings import in_sources, renderer
from hotlint.linter.run_diagnostics import (
    RUN_RULES,
    BadConfiguration,
    BrokenPack,
    UnreadableFile,
    UnreadPlugin,
    UnrenderedJinja,
    misnamed_configuration,
    run_diagnostic,
)
from hotlint.linter.selectors import known_rules
from hotlint.linter.settings import JinjaSettings, Settings
from hotlint.linter.settings_catalog import SnapshotsOfRun, settings_catalog
from hotlint.syntax.nodes import Document
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Any

    from hotlint.analysis.jinja_rendering import Rendering
    from hotlint.analysis.workspace import Workspace
    from hotlint.resource_types.plugins.source import ReadProblem


class FileResult(NamedTuple):
    """The findings in one file. For one that could not be read, `document` is empty and `unit` is None.

    `suppressed` counts the findings that comments suppress; `files` are the absolute paths of all files that were read,
    or looked for, to check it. `named`: the file was named itself. `show_hidden`: source lines with the values of hidden
    parameters may be shown. `evaluation` is the seconds that its dry runs took.
    """

    path: str
    document: Document
    diagnostics: list[Diagnostic]
    settings: Settings
    project: Project
    unit: TemplateContext | None = None
    suppressed: int = 0
    files: frozenset[str] = frozenset()
    show_hidden: bool = False
    named: bool = True
    evaluation: float = 0.0

    def text_of(self, path: str) -> str:
        """Return the text of a file that a finding refers to; empty when it cannot be read."""
        try:
            return self.document.text if path == self.path else self.project.document(path).text
        except (OSError, ReadError):
            return ""


class Engine:
    """Checks files by their settings.

    `changes` are put on top of the configuration, `parameters` are values given from outside (such as `-P name=value`).
    `alternatives` are environment files; everything is checked with each of them in turn. `complete` says that all
    values are given, even without an environment. `folders` are checked as a whole. `config` is one configuration for all
    files, instead of the nearest one; `use_config` and `use_plugins` False ignore configurations, and plugin folders.
    `show_hidden`: messages show the values of hidden parameters.
    `confined_to` is the only folder in which files are read. `rules` are those that may run; None takes the installed rule packs.
    Raises FileNotFoundError, PermissionError or ReadError when an environment of `changes` cannot be read.
    """

    def __init__(
        self,
        changes: Settings = Settings(),  # noqa: B008
        parameters: Mapping[str, Any] | None = None,
        alternatives: Sequence[str] = (),
        *,
        complete: bool = False,
        folders: Sequence[str] = (),
        config: str | None = None,
        use_config: bool = True,
        use_plugins: bool = True,
        show_hidden: bool = False,
        confined_to: str | None = None,
        rules: registry.Registry | None = None,
    ) -> None:
        self.registry = rules if rules is not None else registry.load_deferred()
        self.rules = (*self.registry.rules, *RUN_RULES)
        self.known = known_rules(self.rules)
        self.finder = Finder(config, enabled=use_config, known=lambda: self.known, top=confined_to)
        self._changes = changes.with_current_names(self.known)
        self._parameters = dict(parameters or {})
        self._use_plugins, self._show_hidden, self._confined_to = use_plugins, show_hidden, confined_to
        self.with_environments = bool(changes.environments)
        self._contexts = ContextFinder(self, alternatives, complete=complete, folders=folders)
        self._rules_by_code = {r.code: r for r in self.rules}
        self._linters: dict[tuple[Any, ...], Linter] = {}
        self._projects: dict[tuple[Any, ...], Project] = {}
        self._plugin_problems: dict[ReadProblem, None] = {}
        self._environments: dict[tuple[Any, ...], Environment] = {}
        self._snapshots = SnapshotsOfRun()
        if changes.environments:
            self.environment(self._changes)

    # -- settings ----------------------------------------------------------------------------------------------------

    def settings(self, path: str) -> Settings:
        """Return the effective settings of a file."""
        settings = self.finder.settings(path).changed(self._changes)
        return settings if self._use_plugins else settings._replace(plugin_dirs=())

    def excluded(self, path: str) -> bool:
        """Return whether the configuration excludes a file or folder from checking."""
        config = self.finder.config(path)
        return config is not None and config.excludes(path)

    def config_folder(self, path: str) -> str | None:
        """Return the folder of a file's own configuration; None without one, or with one that is for all files or empty."""
        config = self.finder.config(path) if self.finder.explicit is None else None
        return config.folder if config is not None and config.settings else None

    def linter(self, settings: Settings) -> Linter:
        """Return the rules that the settings enable."""
        key = (settings.select, settings.ignore)
        if key not in self._linters:
            rules, type_rules = filter(settings.wants, self.registry.rules), self.registry.type_rules
            self._linters[key] = Linter(rules, type_rules=type_rules, show_hidden=self._show_hidden)
        return self._linters[key]

    def project(self, settings: Settings) -> Project:
        """Return an empty project with the catalog that the settings ask for."""
        facts = self._snapshots.facts(settings), bool(settings.jinja)
        key = (settings.target, settings.plugin_dirs, settings.known_types, settings.default_environment, *facts)
        if key not in self._projects:
            types, problems = settings_catalog(settings)
            render = renderer(self.settings, settings)
            self._projects[key] = Project(types, confined_to=self._confined_to, render=render)
            self._plugin_problems |= dict.fromkeys(problems)
        return self._projects[key]

    def environment(self, settings: Settings, values: Mapping[str, Any] = {}) -> Environment:
        """Return the merged environments of the settings, with these parameter values. Raises as `Project.environment` does."""
        base = self.project(settings)
        if values:
            return base.environment(settings.environments, {**values, **self._parameters})
        key = (id(base), settings.environments)
        if key not in self._environments:
            self._environments[key] = base.environment(settings.environments, self._parameters)
        return self._environments[key]

    # -- workspaces --------------------------------------------------------------------------------------------------

    def look_through(self, folder: str) -> None:
        """Look through a folder, which counts as one that is checked as a whole from then on. It may run in a thread."""
        self._contexts.look_through(folder)

    def tree(self, path: str) -> Workspace | None:
        """Return the folder that is checked as a whole, to which a file belongs (see `ContextFinder.tree`)."""
        return self._contexts.tree(path)

    def workspace(self, path: str) -> Workspace | None:
        """Return the folder of templates that a file belongs to (see `ContextFinder.workspace`)."""
        return self._contexts.workspace(path)

    def depends_on(self, path: str, *, named: bool) -> str | None:
        """Return the folder on all of whose files a file's findings depend (see `ContextFinder.depends_on`)."""
        return self._contexts.depends_on(path, named=named)

    def files_of(self, folder: str) -> list[str]:
        """Return the templates and environments of a folder that is checked as a whole, as absolute paths."""
        tree = self._contexts.tree(os.path.join(folder, "_"))
        return list(tree.facts) if tree is not None else []

    def digest(self, path: str) -> str:
        """Return what the tree of a file says about it (see `ContextFinder.digest`)."""
        return self._contexts.digest(path)

    def users(self, path: str) -> dict[str, tuple[str, ...]]:
        """Return the templates that use an environment file (see `ContextFinder.users`)."""
        return self._contexts.users(path)

    def forget_workspaces(self) -> None:
        """Look through folders again when next asked: files were added, removed, or changed in what they use."""
        self._contexts.forget_workspaces()

    def reload(self) -> None:
        """Read templates and environments anew when next asked: some on disk were changed (see `forget_workspaces`, too)."""
        self._projects = {key: project.anew() for key, project in self._projects.items()}
        self._environments.clear()

    def forget(self, path: str) -> None:
        """Read a file anew, and what its folder lists: it was added, changed or removed. All that depends on it follows."""
        folder = os.path.dirname(os.path.abspath(path))
        self._projects = {key: project.without(path).without(folder) for key, project in self._projects.items()}
        self._environments.clear()
        self._contexts.refresh(path)

    # -- checking ----------------------------------------------------------------------------------------------------

    def check_file(self, path: str, text: str | None = None, *, named: bool = True) -> FileResult | None:
        """Check a file, or `text` instead of its content. None for a file that is not a template and was not `named`.

        Raises FileNotFoundError when a named file does not exist; any other problem with it is a finding.
        """
        settings = self.settings(path)
        with one_file(file_seconds(settings.budget)) as allowance:
            file_result = self._check_file(path, text, settings, named=named)
        return file_result._replace(evaluation=allowance.used) if file_result is not None else None

    def _check_file(self, path: str, text: str | None, settings: Settings, *, named: bool) -> FileResult | None:
        base = self.project(settings)
        is_wide = False
        if text is None:
            try:
                data = read_bytes(path)
                text, is_wide = decode(data), is_utf16(data)
            except FileNotFoundError:
                if not os.path.islink(path):
                    raise
                return self.unreadable(path, "it is a link to a file that does not exist", named=named)
            except PermissionError:
                return self.unreadable(path, "access to it is denied")  # nobody knows whether it is a template
            except ReadError as exc:
                if not named and os.path.isdir(path):  # a folder of the run that cannot be listed
                    return self.unreadable(path, "access to this folder is denied")
                return self.unreadable(path, exc.message, named=named)
        if os.path.basename(path) == NAME:  # its problems are among `run_level_diagnostics`
            return FileResult(path, parse(Source(path, text)), [], settings, base)
        config = self.finder.config(path)
        has_settings = config is not None and bool(config.settings)
        project = base.with_source(Source(path, text)).in_folder(config.folder if config and has_settings else None)
        document = project.document(path)
        if is_source(path, document):
            return self._jinja_source(path, document, settings, project, named=named)
        if not named and kind_of(document) in ("other", "empty"):
            return None
        file_result = self._in_contexts(path, project, settings, named=named)
        if is_wide and kind_of(file_result.document) in ("hot", "cfn"):
            message = f"'{os.path.basename(path)}' is UTF-16 text, and Heat's client reads a template as UTF-8"
            file_result.diagnostics.append(run_diagnostic(UnreadableFile, message))
        return file_result

    def _in_contexts(self, path: str, project: Project, settings: Settings, *, named: bool) -> FileResult:
        """Return the result of a file of a project, in the contexts in which it is checked."""
        contexts = self._contexts.contexts(path, project, settings, named=named)
        found = lint_all(contexts, self.linter(settings))
        file_result = self.apply_settings(contexts[0].unit, settings, found, [context.unit for context in contexts])
        snapshot = [os.path.abspath(settings.snapshot)] if settings.snapshot else []
        policies = [policy.file for policy in settings.policies]
        read = {*snapshot, *policies, *project.reads.paths}.union(*(c.unit.project.reads.paths for c in contexts))
        return file_result._replace(path=path, files=frozenset(read), named=named)

    def _jinja_source(
        self, path: str, document: Document, settings: Settings, project: Project, *, named: bool
    ) -> FileResult | None:
        """Return the result for a Jinja source: that it is not rendered, or what is found in what it is rendered to.

        None for a source of something else that was not `named`.
        """
        if not named and not may_be_heat(document.text):
            return None
        if settings.jinja:
            from hotlint.linter.jinja_check import settings_for

            own = settings_for(path, settings)
            if own is not None:
                return self._rendered(path, document, settings, own, project, named=named)
        message = f"'{os.path.basename(path)}' is a Jinja source, which is not rendered and so not checked"
        found = [run_diagnostic(UnrenderedJinja, message)] if settings.wants(UnrenderedJinja) else []
        return FileResult(path, document, found, settings, project, files=project.reads.paths)

    def _rendered(
        self, path: str, document: Document, settings: Settings, own: JinjaSettings, project: Project, *, named: bool
    ) -> FileResult:
        """Return the result for a Jinja source from what it is rendered to."""
        from hotlint.analysis.jinja_rendering import RenderingError
        from hotlint.linter.jinja_check import check_rendered, failure, rendering_of

        results: list[FileResult] = []

        def check(rendered: Project) -> list[Diagnostic]:
            results.append(self._in_contexts(path, rendered, settings, named=named))
            return results[-1].diagnostics

        try:
            found = check_rendered(rendering_of(path, document.text, own, project), project, check)
        except RenderingError as exc:
            failed = failure(exc, path, document.text)
            found = [failed] if settings.wants(self._rules_by_code[failed.code]) else []
        result = results[-1] if results else FileResult(path, document, [], settings, project)
        read = result.files | project.reads.paths
        return result._replace(
            path=path, document=document, diagnostics=found, project=project, files=read, named=named
        )

    def rendering(self, path: str, text: str) -> Rendering | None:
        """Return a Jinja source as it is rendered; None for any other file, and for a source that is not rendered."""
        settings = self.settings(path)
        if not settings.jinja:
            return None
        from hotlint.analysis.jinja_rendering import RenderingError
        from hotlint.linter.jinja_check import rendering_of, settings_for

        own = settings_for(path, settings)
        project = self.project(settings).with_source(Source(path, text))
        if own is None or not is_source(path, project.document(path)):
            return None
        try:
            return rendering_of(path, text, own, project)
        except RenderingError:
            return None

    def apply_settings(
        self,
        unit: TemplateContext,
        settings: Settings,
        found: list[Diagnostic],
        contexts: Sequence[TemplateContext] | None = None,
    ) -> FileResult:
        """Return the result of a file from the rules' findings: those of policies are added, comments and severities applied.

        `contexts` are all contexts of the file, for its policies; `unit` alone without them.
        """
        suppressed, rules = 0, self.rules
        found = in_sources(found, unit.project)
        if settings.policies:
            from hotlint.linter.policy_findings import policy_diagnostics, policy_rules

            found = [*found, *policy_diagnostics(contexts or [unit], settings)]
            rules = (*rules, *policy_rules(settings))
        if MARK in unit.document.text:
            from hotlint.linter.suppression_report import SuppressionReporter

            reporter = SuppressionReporter(rules, self.known)
            found, suppressed = reporter.apply(found, unit.document, settings)
        if settings.severity or settings.profile:
            found = [d._replace(severity=settings.severity_of(d, self._rules_by_code.get(d.code))) for d in found]
        if any(d.causes for d in found):
            from hotlint.linter.causes import fold

            found = fold(found)
        return FileResult(
            unit.path, unit.document, found, settings, unit.project, unit, suppressed, show_hidden=self._show_hidden
        )

    def unreadable(self, path: str, why: str, *, named: bool = True) -> FileResult:
        """Return the finding about a file that cannot be read; `why` is a clause.

        It is a warning for a file that was not `named` and does not look like a template.
        """
        settings = self.settings(path)
        severity: Severity = "error" if named or _may_be_template(path) else "warning"
        message = f"'{os.path.basename(path)}' cannot be checked: {why}"
        wanted = settings.wants(UnreadableFile)
        found = [run_diagnostic(UnreadableFile, message, severity=severity)] if wanted else []
        return FileResult(path, parse(Source(path, "")), found, settings, self.project(settings))

    def run_level_diagnostics(self) -> list[tuple[str, Diagnostic]]:
        """Return the findings of the run as a whole, each with its file: in configurations, rule packs and plugins."""
        found = [(c.path, d) for c in self.finder.opened() for d in c.problems]
        found += [(path, misnamed_configuration(path)) for path in self.finder.misnamed]
        for problem in self.registry.problems:
            message = f"rule pack '{problem.pack}' could not be loaded: {problem.message}"
            found.append((problem.pack, run_diagnostic(BrokenPack, message)))
        found += [(p, run_diagnostic(BadConfiguration, why)) for p, why in self._snapshots.problems.items()]
        for unread in self._plugin_problems:
            message = f"plugin '{os.path.basename(unread.path)}' cannot be read completely: {unread.message}"
            found.append((unread.path, run_diagnostic(UnreadPlugin, message, Span(unread.offset, unread.offset))))
        return found


def _may_be_template(path: str) -> bool:
    """Return whether a file that is not valid text has the mark of a template near its start."""
    try:
        return b"heat_template_version" in read_start(path, 1 << 16)
    except (OSError, ReadError):
        return False
