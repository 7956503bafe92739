"""The path from a file to its findings. The command, the Python API and the language server use it.

An `Engine` holds everything that the files of a run share: configuration, enabled rules, catalogs, environments, and the
current files. `Engine.steps` reads a file, finds its contexts, runs the rules in each, and applies suppression comments and
settings to the findings. `Engine.check_file` takes all steps at once.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from hotlint.analysis.composition.template_context import DeploymentContext, TemplateContext
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.file_kinds import CHECKED, TEMPLATES, is_broken_file, kind_of, recognize
from hotlint.analysis.file_marks import ENDINGS
from hotlint.analysis.files.project import Project
from hotlint.analysis.files.virtual_files import VirtualFiles, full_path
from hotlint.analysis.template import Template
from hotlint.common.annotations import TYPE_CHECKING, Any, TypeAlias
from hotlint.common.files import OUTSIDE, ReadError, decode, is_refused, is_utf16, read_bytes
from hotlint.language.jinja_sources import is_source
from hotlint.language.time_limit import file_seconds, one_file
from hotlint.linter.checking.after_rules import after_settings, merged, of_source, run_level_diagnostics, wanted
from hotlint.linter.checking.contexts import ContextFinder, findings_for_aws
from hotlint.linter.checking.file_result import FileResult, Handled
from hotlint.linter.checking.projects import Projects
from hotlint.linter.checking.run import Linter, drained
from hotlint.linter.checking.source_trees import SourceTrees
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.packs import registry
from hotlint.linter.run_diagnostics import RUN_RULES, crash_of, unreadable_file, utf16_template
from hotlint.linter.settings.finder import Finder
from hotlint.linter.settings.model import JinjaSettings, Settings
from hotlint.linter.settings.selectors import known_rules
from hotlint.syntax.nodes import Document
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from hotlint.language.jinja_rendering import Rendering
    from hotlint.linter.checking.run import Steps

    Handler: TypeAlias = Callable[["Engine", "Handled"], Steps[FileResult]]


class Engine:
    """Checks files with their settings.

    - `changes` are settings that take precedence over the configuration.
    - `parameters` are values from outside, such as `-P name=value`. `complete`: they are all values that the run needs.
    - `alternatives` are environment files. The engine checks every file with each of them.
    - `folders` are source trees. Any other file belongs to the project around it, or else to `home` (None: the working folder).
    - `config` is one configuration for all files, instead of the nearest one.
    - `use_config` and `use_plugins`: False ignores configurations, and plugin folders.
    - `show_hidden`: messages show the values of hidden parameters.
    - `handlers` check other kinds of files than templates and environments, by kind.
    - `confined_to` is the only folder in which the engine reads files.
    - `rules` are the available rules; None uses the installed rule packs.

    Raises FileNotFoundError, PermissionError or ReadError if it cannot read an environment of `changes`.
    """

    def __init__(
        self,
        changes: Settings = Settings(),  # noqa: B008
        parameters: Mapping[str, Any] | None = None,
        alternatives: Sequence[str] = (),
        *,
        complete: bool = False,
        folders: Sequence[str] = (),
        home: str | None = None,
        config: str | None = None,
        use_config: bool = True,
        use_plugins: bool = True,
        show_hidden: bool = False,
        confined_to: str | None = None,
        rules: registry.Registry | None = None,
        handlers: Mapping[str, Handler] = {},
    ) -> None:
        self.registry = rules if rules is not None else registry.load()
        self.rules = (*self.registry.rules, *RUN_RULES)
        self.known = known_rules(self.rules)
        self.finder = Finder(config, enabled=use_config, known=lambda: self.known, top=confined_to)
        self._projects = Projects(
            self.finder, changes, dict(parameters or {}), use_plugins=use_plugins, confined_to=confined_to
        )
        given = bool(changes.environments)
        self.trees = SourceTrees(self._projects, alternatives, folders, home or os.getcwd(), given=given)
        self._contexts = ContextFinder(self._projects, self.trees, complete=complete)
        self._show_hidden, self._handlers = show_hidden, handlers
        self._rules_by_code = {r.code: r for r in self.rules}
        self._linters: dict[tuple[Any, ...], Linter] = {}
        self._opened: dict[str, tuple[VirtualFiles, list[DeploymentContext]]] = {}
        if changes.environments:
            self.environment(changes)

    # -- settings ----------------------------------------------------------------------------------------------------

    def settings(self, path: str) -> Settings:
        """Return the effective settings of a file."""
        return self._projects.settings(path)

    def excluded(self, path: str) -> bool:
        """Return whether the configuration excludes a file or folder from checking."""
        return self._projects.excluded(path)

    def linter(self, settings: Settings) -> Linter:
        """Return the rules that the settings enable.

        A rule on nested templates or environments sums up what all rules find there, whichever of them are selected.
        """
        key = (settings.select, settings.ignore, settings.extend_select)
        if key not in self._linters:
            rules, type_rules = filter(settings.wants, self.registry.rules), self.registry.type_rules
            others = self.linter(settings._replace(select=None)) if settings.select is not None else None
            self._linters[key] = Linter(rules, others, type_rules, show_hidden=self._show_hidden)
        return self._linters[key]

    def project(self, settings: Settings) -> Project:
        """Return the project on the current files, with the catalog of the settings."""
        return self._projects.project(settings)

    def environment(self, settings: Settings, values: Mapping[str, Any] = {}) -> Environment:
        """Return the merged environments of the settings, with these parameter values. Raises as `Project.environment` does."""
        return self._projects.environment(settings, values)

    # -- files -------------------------------------------------------------------------------------------------------

    @property
    def files(self) -> VirtualFiles:
        """The current files. If the snapshot is another object, answers may differ."""
        return self._projects.files

    def put(self, document: Document, template: Template) -> None:
        """Use an editor's parsed text instead of the file."""
        self._projects.files = self.files.with_document(document, template)

    def changed(self, path: str) -> None:
        """Read a file and the list of its folder again, after the file was added, changed, removed, or closed in an editor."""
        self._projects.files = self.files.changed(path)
        self._opened.pop(full_path(path), None)

    def renew(self) -> None:
        """Drop all files from memory, so that the memory of a long run stays bounded."""
        self._projects.files = self.files.anew()
        self._opened.clear()

    # -- checking ----------------------------------------------------------------------------------------------------

    def check_file(self, path: str, text: str | None = None, *, named: bool = True) -> FileResult | None:
        """Check a file, or `text` instead of its content. Return None for a file that is not a template and was not `named`.

        Raises FileNotFoundError if a named file does not exist. Any other problem with the file is a finding.
        """
        with one_file(file_seconds(self.settings(path).budget)) as allowance:
            file_result = drained(self.steps(path, text, named=named))
        return file_result._replace(evaluation=allowance.used) if file_result is not None else None

    def steps(self, path: str, text: str | None = None, *, named: bool = True) -> Steps[FileResult | None]:
        """Check a file as `check_file` does, in steps. The caller may do other work between two steps."""
        try:
            return (yield from self._steps(path, text, named=named))
        except (OSError, ReadError, registry.DuplicateCodeError):
            raise
        except Exception as exc:  # a bug in hotlint ends the check of this file, and of no other
            return self.crashed(path, exc)

    def _steps(self, path: str, text: str | None, *, named: bool) -> Steps[FileResult | None]:
        settings = self.settings(path)
        is_wide = False
        if text is None and not self.files.is_overlay(path):
            if is_refused(path, self.files.confined_to):
                return self.unreadable(path, OUTSIDE, named=named)
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
        project = self._project(path, text, settings)
        document = project.document(path)
        kind = recognize(path, document)
        handler = self._handlers.get(kind)
        if handler is not None:
            is_overlay = self.files.is_overlay(path)
            return (
                yield from handler(self, Handled(path, document, settings, project, named or is_overlay, is_overlay))
            )
        if kind == "jinja" or (named and is_source(path, document)):
            return (yield from self._jinja_source(path, document, settings, project, named=named))
        if kind not in CHECKED and not named and not self._is_checked(path, document, settings):
            return None
        is_wide = is_wide and kind_of(document) in TEMPLATES
        return (yield from self._in_contexts(path, project, settings, named=named, is_wide=is_wide))

    def check_context(self, context: TemplateContext) -> Steps[FileResult]:
        """Check a template in the caller's context, in steps."""
        settings = self.settings(context.path)
        found = yield from self.linter(settings).steps(context)
        return self.apply_settings([context], settings, found)

    def contexts(self, path: str, *, offline: bool = False) -> list[DeploymentContext]:
        """Return the contexts of a file on the current files: at least one. Raises the errors of reading the file.

        `offline`: as in a preview (see `ContextFinder.contexts`).
        """
        settings = self.settings(path)
        project = self._project(path, None, settings)
        if offline:
            return self._contexts.contexts(path, project, settings, offline=True)
        return self._contexts_of(path, project, settings)

    def _project(self, path: str, text: str | None, settings: Settings) -> Project:
        """Return the project of the check of one file, with `text` instead of its content; None for the text of `files`."""
        base, config = self.project(settings), self.finder.config(path)
        project = base.with_source(Source(path, text)) if text is not None else base.on(self.files.for_answer())
        return project.in_folder(config.folder if config is not None and config.settings else None)

    def _contexts_of(self, path: str, project: Project, settings: Settings) -> list[DeploymentContext]:
        """Return the contexts of a file. The engine keeps those of an open document until a file changes."""
        key = full_path(path)
        if not self.files.is_overlay(key) or project.document(path) is not self.project(settings).document(path):
            return self._contexts.contexts(path, project, settings)
        if key not in self._opened or self._opened[key][0] is not self.files:
            self._opened[key] = (self.files, self._contexts.contexts(path, project, settings))
        return self._opened[key][1]

    def _is_checked(self, path: str, document: Document, settings: Settings) -> bool:
        """Return whether to check a file of unknown kind: an environment of the settings, or a broken file."""
        if path.endswith(ENDINGS) and is_broken_file(document):
            return True
        return os.path.abspath(path) in map(os.path.abspath, settings.environments)

    def _in_contexts(
        self, path: str, project: Project, settings: Settings, *, named: bool, is_wide: bool = False
    ) -> Steps[FileResult]:
        """Return the result of a file in all of its contexts."""
        yield from self._contexts.steps(path)
        contexts = self._contexts_of(path, project, settings)
        linter = self.linter(settings)
        aws = findings_for_aws(contexts[0].context, is_named=named and not self.files.is_overlay(path))
        if aws:
            everything = wanted(aws, settings, self._rules_by_code)
        else:
            found: list[list[Diagnostic]] = []
            for one in contexts:
                found += [(yield from linter.steps(one.context))]
            everything = merged(contexts, found) if len(contexts) > 1 else found[0]
        if is_wide:
            everything = [*everything, *wanted([utf16_template(path)], settings, self._rules_by_code)]
        file_result = self.apply_settings([context.context for context in contexts], settings, everything)
        own = [p.file for p in settings.policies] + ([os.path.abspath(settings.snapshot)] if settings.snapshot else [])
        read = {*own, *project.reads.paths}.union(*(c.context.project.reads.paths for c in contexts))
        return file_result._replace(path=path, files=frozenset(read), named=named)

    def _jinja_source(
        self, path: str, document: Document, settings: Settings, project: Project, *, named: bool
    ) -> Steps[FileResult | None]:
        """Return the result for a Jinja source: the findings in the rendered text, or a finding that it is not rendered.

        Return None for the source of something else that was not `named`.
        """
        if not named and recognize(path, document) != "jinja":
            return None
        if settings.jinja:
            from hotlint.linter.checking.jinja_check import settings_for

            if (own := settings_for(path, settings)) is not None:
                return (yield from self._rendered(path, document, settings, own, project, named=named))
        from hotlint.linter.checking.jinja_check import unrendered

        found = [unrendered(path, document)]
        result = FileResult(path, document, found, settings, project, files=project.reads.paths)
        return of_source(result, self._rules_by_code)

    def _rendered(
        self, path: str, document: Document, settings: Settings, own: JinjaSettings, project: Project, *, named: bool
    ) -> Steps[FileResult]:
        """Return the result for a Jinja source from its rendered text."""
        from hotlint.language.jinja_rendering import RenderingError
        from hotlint.linter.checking.jinja_check import failure, findings_in_source, rendered_project, rendering_of

        result = FileResult(path, document, [], settings, project)
        try:
            rendering = rendering_of(path, document.text, own, project)
            rendered = rendered_project(rendering, project)
            result = yield from self._in_contexts(path, rendered, settings, named=named)
            found = findings_in_source(result.diagnostics, rendering)
        except RenderingError as exc:
            failed = result._replace(diagnostics=[failure(exc, path, document.text)])
            result = of_source(failed, self._rules_by_code)
            found = result.diagnostics
        read = result.files | project.reads.paths
        return result._replace(
            path=path, document=document, diagnostics=found, project=project, files=read, named=named
        )

    def rendering(self, path: str, text: str) -> Rendering | None:
        """Return the rendering of a Jinja source; None for another file, and for a source that the settings do not render."""
        settings = self.settings(path)
        if not settings.jinja:
            return None
        from hotlint.linter.checking.jinja_check import rendered_source

        return rendered_source(path, settings, self._project(path, text, settings))

    def apply_settings(
        self, contexts: Sequence[TemplateContext], settings: Settings, found: list[Diagnostic]
    ) -> FileResult:
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
        if any(d.causes for d in result.diagnostics):
            from hotlint.linter.checking.after_rules import fold

            result = result._replace(diagnostics=fold(result.diagnostics))
        return result

    def by_settings(self, file_result: FileResult) -> FileResult:
        """Return the result of a file of another kind, after applying its settings and suppression comments."""
        found = wanted(file_result.diagnostics, file_result.settings, self._rules_by_code)
        return after_settings(file_result._replace(diagnostics=found), self.rules, self._rules_by_code)

    def unreadable(self, path: str, why: str, *, named: bool = True) -> FileResult:
        """Return the result of an unreadable file: see `unreadable_file`."""
        settings = self.settings(path)
        found = wanted([unreadable_file(path, why, named=named)], settings, self._rules_by_code)
        return FileResult(path, parse(Source(path, "")), found, settings, self.project(settings))

    def crashed(self, path: str, exc: Exception) -> FileResult:
        """Return the finding about a file on which hotlint itself fails."""
        settings = self.settings(path)
        return FileResult(path, parse(Source(path, "")), [crash_of(path, exc)], settings, self.project(settings))

    def run_level_diagnostics(self) -> list[tuple[str, Diagnostic]]:
        """Return the findings of the run as a whole, each with its file: those in configurations, rule packs and plugins."""
        return run_level_diagnostics(self.finder, self.registry, self._projects)
