"""The path from a file to its findings. The command, the Python API and the language server use it.

An `Engine` holds everything that the files of a run share: configuration, enabled rules, catalogs, environments, and the
current files. `Engine.steps` reads a file, recognizes its kind, and hands it to the handler of the kind. `Engine.check_file` takes
all steps at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from hotlint.analysis.composition.template_context import DeploymentContext, TemplateContext
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.file_kinds import TEMPLATES, kind_of, recognize
from hotlint.analysis.files.project import Project
from hotlint.analysis.files.virtual_files import VirtualFiles
from hotlint.analysis.template import Template
from hotlint.common.annotations import TYPE_CHECKING, Any, TypeAlias
from hotlint.common.boundary import Boundary, refusal
from hotlint.common.files import ReadError, decode, is_utf16, read_bytes
from hotlint.common.time_limit import file_seconds, one_file
from hotlint.linter.checking.contexts import ContextFinder, SourceTrees
from hotlint.linter.checking.file_checks import HANDLERS, FileChecks, other
from hotlint.linter.checking.file_result import FileResult, Handled
from hotlint.linter.checking.projects import Projects
from hotlint.linter.checking.run import drained
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.packs import registry
from hotlint.linter.run_diagnostics import (
    RUN_RULES,
    BadConfiguration,
    BrokenPack,
    UnreadPlugin,
    crash_of,
    misnamed_configuration,
    run_diagnostic,
    unreadable_file,
    utf16_template,
)
from hotlint.linter.settings.finder import Finder
from hotlint.linter.settings.model import Settings
from hotlint.linter.settings.selectors import known_rules
from hotlint.syntax.nodes import Document
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

if TYPE_CHECKING:
    from hotlint.language.jinja_rendering import Rendering
    from hotlint.linter.checking.run import Steps

    Handler: TypeAlias = Callable[["Engine", "Handled"], Steps[FileResult | None]]


class UnreadableFileError(Exception):
    """A file whose text cannot be read, and why. `named`: it counts as one that the user named."""

    def __init__(self, why: str, *, named: bool) -> None:
        super().__init__(why)
        self.why, self.named = why, named


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
    - `confined_to` is the boundary in which the engine reads files.
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
        confined_to: Boundary | None = None,
        rules: registry.Registry | None = None,
        handlers: Mapping[str, Handler] = {},
    ) -> None:
        self.registry = rules if rules is not None else registry.load()
        self.known = known_rules((*self.registry.rules, *RUN_RULES))
        self.finder = Finder(config, enabled=use_config, known=lambda: self.known, top=confined_to)
        self._projects = Projects(
            self.finder, changes, dict(parameters or {}), use_plugins=use_plugins, confined_to=confined_to
        )
        given = bool(changes.environments)
        self.trees = SourceTrees(self._projects, alternatives, folders, home or os.getcwd(), given=given)
        self._contexts = ContextFinder(self._projects, self.trees, complete=complete)
        self.checks = FileChecks(self.registry, self._projects, self._contexts, show_hidden=show_hidden)
        self._handlers = handlers
        if changes.environments:
            self.environment(changes)

    # -- settings ----------------------------------------------------------------------------------------------------

    def settings(self, path: str) -> Settings:
        """Return the effective settings of a file, with the plugins that its source tree has."""
        return self.trees.with_plugins(path, self._projects.settings(path))

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

    def changed(self, *paths: str) -> None:
        """Read files and the lists of their folders again, after they were added, changed, removed, or closed in an editor."""
        self._projects.files = self.files.changed(*paths)
        for path in paths:
            self.checks.forget(path)

    def renew(self) -> None:
        """Drop all files from memory, so that the memory of a long run stays bounded."""
        self._projects.files = self.files.anew()
        self.checks.forget()

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
        settings, is_overlay, is_wide = self.settings(path), self.files.is_overlay(path), False
        if text is None and not is_overlay:
            try:
                text, is_wide = self._read(path, named=named)
            except UnreadableFileError as exc:
                return self.unreadable(path, exc.why, named=exc.named)
        project = self._project(path, text, settings)
        document = project.document(path)
        kind = recognize(path, document)
        notes = (utf16_template(path),) if is_wide and kind_of(document) in TEMPLATES else ()
        file = Handled(path, document, settings, project, kind, named, is_overlay, notes)
        own, check = self._handlers.get(kind), HANDLERS.get(kind, other)
        if own is not None or not settings.targets:
            return (yield from own(self, file) if own is not None else check(self.checks, file))
        from hotlint.linter.checking.targets import merged

        results: dict[str, FileResult | None] = {}
        for target in settings.targets:
            of_target = settings._replace(target=target)
            project = self._project(path, text, of_target)
            results[target] = yield from check(self.checks, file._replace(settings=of_target, project=project))
        return merged({target: result for target, result in results.items() if result is not None})

    def _read(self, path: str, *, named: bool) -> tuple[str, bool]:
        """Return the text of a file, and whether it is in UTF-16. Raises FileNotFoundError, OSError or UnreadableFileError."""
        if (why := refusal(path, self.files.confined_to)) is not None:
            raise UnreadableFileError(why, named=named)
        try:
            data = read_bytes(path)
            return decode(data), is_utf16(data)
        except FileNotFoundError:
            if not os.path.islink(path):
                raise
            raise UnreadableFileError("it is a link to a file that does not exist", named=named) from None
        except PermissionError:  # nobody knows whether it is a template
            raise UnreadableFileError("access to it is denied", named=True) from None
        except ReadError as exc:
            if not named and os.path.isdir(path):  # a folder of the run that cannot be listed
                raise UnreadableFileError("access to this folder is denied", named=True) from None
            raise UnreadableFileError(exc.message, named=named) from None

    def check_context(self, context: TemplateContext) -> Steps[FileResult]:
        """Check a template in the caller's context, in steps."""
        settings = self.settings(context.path)
        found = yield from self.checks.linter(settings).steps(context)
        return self.checks.finished([context], settings, found)

    def contexts(self, path: str, *, offline: bool = False) -> list[DeploymentContext]:
        """Return the contexts of a file on the current files: at least one. Raises the errors of reading the file.

        `offline`: as in a preview (see `ContextFinder.contexts`).
        """
        settings = self.settings(path)
        project = self._project(path, None, settings)
        if offline:
            return self._contexts.contexts(path, project, settings, offline=True)
        return self.checks.contexts_of(path, project, settings)

    def _project(self, path: str, text: str | None, settings: Settings) -> Project:
        """Return the project of the check of one file, with `text` instead of its content; None for the text of `files`."""
        base, config = self.project(settings), self.finder.config(path)
        project = base.with_source(Source(path, text)) if text is not None else base.on(self.files.for_answer())
        return project.in_folder(config.folder if config is not None and config.settings else None)

    def rendering(self, path: str, text: str) -> Rendering | None:
        """Return the rendering of a Jinja source; None for another file, and for a source that the settings do not render."""
        settings = self.settings(path)
        if not settings.jinja:
            return None
        from hotlint.linter.checking.jinja_check import rendered_source

        return rendered_source(path, settings, self._project(path, text, settings))

    # -- files that cannot be checked --------------------------------------------------------------------------------

    def unreadable(self, path: str, why: str, *, named: bool = True) -> FileResult:
        """Return the result of an unreadable file: see `unreadable_file`."""
        settings = self.settings(path)
        found = self.checks.wanted([unreadable_file(path, why, named=named)], settings)
        return FileResult(path, parse(Source(path, "")), found, settings, self.project(settings))

    def crashed(self, path: str, exc: Exception) -> FileResult:
        """Return the finding about a file on which hotlint itself fails."""
        settings = self.settings(path)
        return FileResult(path, parse(Source(path, "")), [crash_of(path, exc)], settings, self.project(settings))

    def run_level_diagnostics(self) -> list[tuple[str, Diagnostic]]:
        """Return the findings of the run as a whole, each with its file: those in configurations, rule packs and plugins."""
        found = [(c.path, d) for c in self.finder.opened() for d in c.problems]
        found += [(path, misnamed_configuration(path)) for path in self.finder.misnamed]
        for problem in self.registry.problems:
            message = f"rule pack '{problem.pack}' could not be loaded: {problem.message}"
            found.append((problem.pack, run_diagnostic(BrokenPack, message)))
        found += [(p, run_diagnostic(BadConfiguration, why)) for p, why in self._projects.snapshots.problems.items()]
        for unread in self._projects.plugin_problems:
            message = f"plugin '{os.path.basename(unread.path)}' cannot be read completely: {unread.message}"
            found.append((unread.path, run_diagnostic(UnreadPlugin, message, Span(unread.offset, unread.offset))))
        return found
