"""The one path from a file to its findings, which the command, the Python API and the language server share.

An `Engine` holds what many files have in common: the configuration, the rules as they are switched on, catalogues,
environments. `Engine.check_file` reads a file, runs the rules, and applies comments and settings to what they found.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from hotlint.analysis.context import TemplateContext
from hotlint.analysis.environment import Environment
from hotlint.analysis.project import Project
from hotlint.analysis.template import kind_of
from hotlint.analysis.workspace import DeploymentContext, Workspace
from hotlint.common.cache_dir import cache_folder
from hotlint.common.files import ReadError, read_text
from hotlint.linter import registry, suppressions
from hotlint.linter.config import Finder, KnownRules
from hotlint.linter.config_search import NAME
from hotlint.linter.diagnostic import SEVERITIES, Diagnostic, Severity
from hotlint.linter.linter import Linter, sort_and_dedupe
from hotlint.linter.rule import Rule
from hotlint.linter.run_diagnostics import (
    RUN_RULES,
    BrokenPack,
    UnreadableFile,
    UnreadPlugin,
    UnusedSuppression,
    run_diagnostic,
)
from hotlint.linter.settings import Settings, matches
from hotlint.resource_types import releases
from hotlint.resource_types.catalog import Catalog, Layer
from hotlint.syntax.nodes import Document
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

if TYPE_CHECKING:
    from hotlint.resource_types.plugins.source import ReadProblem


class FileResult(NamedTuple):
    """What was found in one file. For one that could not be read, `document` is an empty one, and `unit` None.

    `files` are the full paths of what was read, or looked for, to judge it.
    """

    path: str
    document: Document
    diagnostics: list[Diagnostic]
    settings: Settings
    project: Project
    unit: TemplateContext | None = None
    suppressed: int = 0
    files: frozenset[str] = frozenset()

    def text_of(self, path: str) -> str:
        """The text of another file that a finding speaks of; empty when it cannot be read."""
        try:
            return self.document.text if path == self.path else self.project.document(path).text
        except (OSError, ReadError):
            return ""


class Engine:
    """Judges files by their settings. `changes` are put on top of what the configuration says.

    `parameters` are values given from outside, such as `-P name=value`. `alternatives` are environments with each of
    which, one at a time, everything is judged. `complete` says that all values are given, also where no environment is.
    Raises FileNotFoundError, PermissionError or ReadError when an environment of `changes` cannot be read.
    """

    def __init__(
        self,
        finder: Finder | None = None,
        changes: Settings = Settings(),  # noqa: B008
        parameters: Mapping[str, Any] | None = None,
        alternatives: Sequence[str] = (),
        complete: bool = False,
    ) -> None:
        self.registry = registry.load()
        self.finder = finder or Finder(known=self.known)
        self.changes = changes
        self.parameters = dict(parameters or {})
        self.alternatives = tuple(alternatives)
        self.complete = complete
        self.folders: tuple[str, ...] = ()  # that are checked as a whole
        self._workspaces: dict[str, Workspace] = {}
        self._linters: dict[tuple[Any, ...], Linter] = {}
        self._projects: dict[tuple[Any, ...], Project] = {}
        self._plugin_problems: dict[ReadProblem, None] = {}
        self._environments: dict[tuple[Any, ...], Environment] = {}
        if changes.environments:
            self.environment(self.project(changes), changes)

    def known(self) -> KnownRules:
        """What a configuration may name."""
        rules = [*self.registry.rules, *RUN_RULES]
        return KnownRules(tuple(r.code for r in rules), tuple(r.name for r in rules))

    def settings(self, path: str) -> Settings:
        """What counts for a file: its configuration, and on top of that what was asked for."""
        return self.finder.settings(path).changed(self.changes)

    def excluded(self, path: str) -> bool:
        config = self.finder.config(path)
        return config is not None and config.excludes(path)

    def check_file(self, path: str, text: str | None = None, *, named: bool = True) -> FileResult | None:
        """Judge a file, or `text` in its place. None for one that is no template when it was not `named`.

        Raises FileNotFoundError when a named file does not exist; whatever else is wrong with it is a finding.
        """
        settings = self.settings(path)
        base = self.project(settings)
        if text is None:
            try:
                text = read_text(path)
            except FileNotFoundError:
                if not os.path.islink(path):
                    raise
                return self.unreadable(path, "it is a link that leads to no file", named=named)
            except PermissionError:
                return self.unreadable(path, "access to it is denied", named=named)
            except ReadError as exc:
                return self.unreadable(path, exc.message, named=named)
        config = self.finder.config(path)
        if os.path.basename(path) == NAME:  # what is wrong in it is told by `common`
            return FileResult(path, parse(Source(path, text)), [], settings, base)
        project = base.with_source(Source(path, text))
        project.root = config.folder if config is not None else None
        if not named and kind_of(project.document(path)) in ("other", "empty"):
            return None
        file_result = self._checked_file(path, project, settings)
        base.adopt_cache(project, path)
        return file_result._replace(path=path, files=frozenset(project.asked))

    def _checked_file(self, path: str, project: Project, settings: Settings) -> FileResult:
        contexts = self.contexts(path, project, settings)
        if len(contexts) == 1:
            return self.finished(contexts[0].unit, settings)
        return self.finished(contexts[0].unit, settings, self.combined(contexts, self.linter(settings)))

    def contexts(self, path: str, project: Project, settings: Settings) -> list[DeploymentContext]:
        """The contexts that a file of a project is judged in: at least one.

        A template that others of its configuration's folder use is judged for them; any other by itself, with each of
        the environments that are declared for it.
        """
        kind = kind_of(project.document(path))
        workspace = self.workspace(path) if kind == "hot" else None
        if kind == "environment" or os.path.abspath(path) in map(os.path.abspath, settings.environments):
            project.users = self.users(path)
            return [DeploymentContext(project.environment_unit(path))]
        if workspace is not None:

            def root(top: str, environment: Environment) -> TemplateContext | None:
                try:
                    return project.unit(top, environment, complete=self.complete)
                except (OSError, ReadError):
                    return None

            found = workspace.deployed(path, root)
            if found:
                return found
        environments = self.combinations(project, settings)
        if len(environments) == 1:
            return [DeploymentContext(project.unit(path, environments[0], complete=self.complete))]
        return [
            DeploymentContext(project.unit(path, e, complete=self.complete), f"with {os.path.relpath(e.files[-1])}")
            for e in environments
        ]

    def users(self, path: str) -> dict[str, tuple[str, ...]]:
        """For `Project.users`: the templates that an environment is declared for, and the nested ones that they use."""
        own, workspace = os.path.abspath(path), self.workspace(path)
        if workspace is None:
            return {}
        tops = {
            t for t in workspace.names
            if own in (os.path.abspath(e) for e in (*self.settings(t).environments, *self.alternatives))
        }  # fmt: skip
        return {own: tuple(sorted(workspace.below(tops)))} if tops else {}

    def combinations(self, project: Project, settings: Settings) -> list[Environment]:
        """The environments of the settings, merged; with alternatives, once with each of them."""
        if not self.alternatives:
            return [self.environment(project, settings)]
        return [
            self.environment(project, settings._replace(environments=(*settings.environments, a)))
            for a in self.alternatives
        ]

    def workspace(self, path: str) -> Workspace | None:
        """The folder of templates that a file belongs to; None when none is known.

        That is the folder of its configuration; or else one that is checked as a whole with environments, which are not
        meant for templates that are nested in others.
        """
        config = self.finder.config(path) if self.finder.explicit is None else None
        folder = config.folder if config is not None else None
        if folder is None and (self.changes.environments or self.alternatives):
            own = os.path.abspath(path)
            folder = next((f for f in map(os.path.abspath, self.folders) if own.startswith(os.path.join(f, ""))), None)
        if folder is None:
            return None
        if folder not in self._workspaces:

            def environments(template: str) -> list[Environment]:
                settings = self.settings(template)
                try:
                    return self.combinations(self.project(settings), settings)
                except (OSError, ReadError):
                    return [Environment()]

            self._workspaces[folder] = Workspace(folder, environments, self.excluded)
        return self._workspaces[folder]

    def forget_workspaces(self) -> None:
        """Files have come or gone, or have changed in what they use: look again when asked."""
        self._workspaces.clear()

    @staticmethod
    def combined(contexts: list[DeploymentContext], linter: Linter) -> list[Diagnostic]:
        """What is found in several contexts; what is not found in all of them names those in which it is."""
        where: dict[tuple[Any, ...], list[tuple[str, Diagnostic]]] = {}
        for context in contexts:
            for found in linter.lint(context.unit):
                where.setdefault((found.code, found.span, found.message), []).append((context.where, found))
        made = []
        for places in where.values():
            worst = min((d for _, d in places), key=lambda d: SEVERITIES.index(d.severity))
            names = [name for name, d in places if d.severity == worst.severity]
            if len(names) < len(contexts):
                more = f"; and {len(names) - 2} more" if len(names) > 2 else ""
                worst = worst._replace(message=f"{worst.message} ({'; '.join(names[:2])}{more})")
            made.append(worst)
        return sort_and_dedupe(made)

    def finished(self, unit: TemplateContext, settings: Settings, found: list[Diagnostic] | None = None) -> FileResult:
        """Run the rules on a unit (unless what they `found` is given), and apply comments and settings to that."""
        if found is None:
            found = self.linter(settings).lint(unit)
        silent = suppressions.suppressions_in(unit.document)
        suppressed = 0
        if silent:
            kept, unused = suppressions.apply_suppressions(found, silent)
            suppressed = len(found) - len(kept)
            found = self._with_unused(kept, unused, silent, unit.document, settings)
        malformed = suppressions.malformed(unit.document)
        if malformed and settings.wants(_notice_rule(UnusedSuppression)):
            found = sort_and_dedupe([*found, *malformed])
        if settings.severity:
            most = {r.code: r.severity for r in (*self.registry.rules, *RUN_RULES)}
            found = [d._replace(severity=settings.severity_of(d, most.get(d.code, "error"))) for d in found]
        return FileResult(unit.path, unit.document, found, settings, unit.project, unit, suppressed)

    def common(self) -> list[tuple[str, Diagnostic]]:
        """Findings of the run as a whole, with the file of each: in configurations, and rule packs that are broken."""
        found = [(c.path, d) for c in self.finder.opened() for d in c.problems]
        found += [
            (p.pack, run_diagnostic(BrokenPack, f"The rule pack '{p.pack}' could not be loaded: {p.message}."))
            for p in self.registry.problems
        ]
        found += [
            (
                p.path,
                run_diagnostic(
                    UnreadPlugin, f"This plugin cannot be read in full: {p.message}.", Span(p.offset, p.offset)
                ),
            )
            for p in self._plugin_problems
        ]
        return found

    def linter(self, settings: Settings) -> Linter:
        """The rules that the settings switch on."""
        key = (settings.select, settings.ignore)
        if key not in self._linters:
            self._linters[key] = Linter(
                (r for r in self.registry.rules if settings.wants(r)), type_rules=self.registry.type_rules
            )
        return self._linters[key]

    def project(self, settings: Settings) -> Project:
        """An empty project with the catalogue that the settings ask for."""
        key = (settings.target, settings.plugin_dirs, settings.known_types)
        if key not in self._projects:
            types, problems = _settings_catalog(settings)
            self._projects[key] = Project(types)
            self._plugin_problems |= dict.fromkeys(problems)
        return self._projects[key]

    def environment(self, project: Project, settings: Settings) -> Environment:
        """The environments of the settings, merged."""
        base = self.project(settings)
        key = (id(base), settings.environments)
        if key not in self._environments:
            self._environments[key] = base.environment(settings.environments, self.parameters)
        return self._environments[key]

    def unreadable(self, path: str, why: str, *, named: bool = True) -> FileResult:
        """The finding about a file that cannot be read; `why` is a clause. A warning, when it may well be no template."""
        settings = self.settings(path)
        severity: Severity = "error" if named or _may_be_template(path) else "warning"
        found = run_diagnostic(UnreadableFile, f"This file cannot be checked: {why}.", severity=severity)
        kept = [found] if settings.wants(_notice_rule(UnreadableFile)) else []
        return FileResult(path, parse(Source(path, "")), kept, settings, self.project(settings))

    def _with_unused(
        self, kept: list[Diagnostic], unused: list[suppressions.Suppression], silent: list[suppressions.Suppression],
        document: Document, settings: Settings,
    ) -> list[Diagnostic]:  # fmt: skip
        """The findings, with those about comments that silence nothing: unless what they are for was not looked for."""
        if not unused or document.broken or not settings.wants(_notice_rule(UnusedSuppression)):
            return kept
        rules = [*self.registry.rules, *RUN_RULES]
        names = [name for r in rules for name in (r.code, r.name)]
        found = []
        for suppression in unused:
            meant = [r for r in rules if matches(suppression.code, r.code, r.name)]
            if all(settings.wants(r) for r in meant):
                found.append(suppressions.unused_suppression(suppression, document, bool(meant), names))
        return sort_and_dedupe(kept + suppressions.apply_suppressions(found, silent)[0])


def _may_be_template(path: str) -> bool:
    """Whether a file that is no text has the mark of a template near its start."""
    try:
        with open(path, "rb") as file:
            return b"heat_template_version" in file.read(1 << 16)
    except OSError:
        return False


def _notice_rule(kind: type[Rule]) -> Rule:
    return next(r for r in RUN_RULES if r.__class__ is kind)


def catalog(settings: Settings) -> Catalog:
    """The resource types that the settings speak of."""
    return _settings_catalog(settings)[0]


def _settings_catalog(settings: Settings) -> tuple[Catalog, tuple[ReadProblem, ...]]:
    """The catalogue, and what could not be read in the plugins that are part of it."""
    target = releases.number_of(settings.target) if settings.target else None
    site = _site_layers()
    if not settings.plugin_dirs:
        return Catalog(site, settings.known_types, target), ()
    from hotlint.resource_types.plugins.folders import plugin_layer

    layer, plugins = plugin_layer(settings.plugin_dirs)
    return Catalog((layer, *site), (*settings.known_types, *plugins.unread), target), plugins.problems


def _site_layers() -> tuple[Layer, ...]:
    """What `hotlint catalog import` took over."""
    if not os.path.exists(os.path.join(cache_folder(), "catalogue", "current")):
        return ()  # without the import, which costs start-up time
    from hotlint.resource_types.cloud_import import site_layer

    layer = site_layer()
    return (layer,) if layer is not None else ()
