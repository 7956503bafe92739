"""A workspace folder: its settings, and the project of the open documents and files in it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.context import TemplateContext
from hotlint.analysis.discovery import EnvironmentFinder
from hotlint.analysis.environment import Environment
from hotlint.analysis.jinja_sources import is_source
from hotlint.analysis.open_world import OpenWorld
from hotlint.analysis.project import Project
from hotlint.analysis.template import Template, kind_of
from hotlint.analysis.workspace import Workspace
from hotlint.common import globs
from hotlint.common.files import ReadError, is_within
from hotlint.ide.snapshot import Snapshot
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.engine import Engine
from hotlint.linter.redaction import redacted
from hotlint.linter.settings import Settings, is_snapshot_name
from hotlint.syntax.nodes import Document
from hotlint.syntax.source import Source
from hotlint_server.selected_environments import SelectedEnvironments, context_below

PATIENCE = 1.0
"""Seconds that evaluating a template may take between two key presses; a preview may take longer."""
REMEMBERED = 5.0
"""Seconds for which the environments found near a template are kept."""


class WorkspaceFolder:
    """Settings, environments and project of the files below `root`; "" is the root of files in no workspace folder."""

    def __init__(self, root: str, options: dict[str, Any]) -> None:
        self.root = root
        self._selected = SelectedEnvironments()
        self._generation = 0
        self._found = (0.0, EnvironmentFinder())
        self._is_known = False
        self._texts: dict[str, tuple[Document, Template]] = {}
        self.configure(options)

    @property
    def generation(self) -> int:
        """A number that grows whenever a snapshot may differ from earlier ones."""
        return self._generation

    @property
    def options(self) -> dict[str, Any]:
        """The editor's settings of this folder; not to be changed."""
        return self._options

    def configure(self, options: dict[str, Any]) -> None:
        """Take the editor's settings; values of a wrong type are ignored."""
        self._options = options
        self._generation += 1
        trusted = options.get("trusted", True) is not False
        select = _strings(options.get("select"))
        severity = (
            options.get("diagnostics", {}).get("severity") if isinstance(options.get("diagnostics"), dict) else None
        )
        changes = Settings(
            target=self._target(options.get("target")),
            cloud=self._absolute(cloud)
            if trusted and (cloud := options.get("cloud")) and isinstance(cloud, str)
            else None,
            plugin_dirs=tuple(map(self._absolute, _strings(options.get("pluginDirs")))) if trusted else (),
            select=select or None,
            ignore=_strings(options.get("ignore")),
            severity=tuple((k, v) for k, v in severity.items() if v in ("error", "warning", "info"))
            if isinstance(severity, dict)
            else (),
        )
        self.confined_to = self.root if self.root and not trusted else None
        self._changes, self._trusted = changes, trusted
        self.engine = self.new_engine()
        if self._is_known:
            self.engine.look_through(self.root)
        self._projects: dict[int, Project] = {}
        self._environments: dict[tuple[str, ...], Environment] = {}

    def new_engine(self) -> Engine:
        """Return an engine with the settings of this folder, which shares nothing with the one in use."""
        return Engine(self._changes, use_plugins=self._trusted, confined_to=self.confined_to)

    def look_through(self) -> None:
        """Look through the files of the folder, so that it is known which templates others use. It may run in a thread."""
        if self.root and self.confined_to is None:
            self.engine.look_through(self.root)

    @property
    def is_known(self) -> bool:
        """Whether the folder has been looked through."""
        return self._is_known

    def looked_through(self) -> None:
        """Use what `look_through` found; snapshots may differ from now on."""
        self._is_known = bool(self.root) and self.confined_to is None
        self._generation += 1

    def _open_world(self, path: str) -> OpenWorld | None:
        """Return what the folder leaves open about a template that is given no environment; None where it is as it is."""
        tree = self.engine.tree(path) if self._is_known else None
        if path in self._selected:
            return None
        if self._of_parent(path) is not None:
            return tree.open_world(path) if tree is not None else OpenWorld(is_used=True)
        return tree.open_world(path) if tree is not None and not self.environments(path) else None

    def _target(self, target: object) -> str | None:
        if not isinstance(target, str) or not target:
            return None
        return self._absolute(target) if is_snapshot_name(target) else target

    def _absolute(self, path: str) -> str:
        return os.path.normpath(os.path.join(self.root, os.path.expanduser(path)))

    # -- files -------------------------------------------------------------------------------------------------------

    def put(self, document: Document, template: Template) -> None:
        """Use the tree of an open document instead of the file."""
        self._texts[document.source.uri] = (document, template)
        self._generation += 1
        self._projects = {k: p.with_document(document, template) for k, p in self._projects.items()}
        self._environments = {k: e for k, e in self._environments.items() if document.source.uri not in k}

    def forget(self, path: str) -> None:
        """Use the file on disk again: it has changed there, or is not open any more."""
        self._texts.pop(path, None)
        self.engine.forget(path)
        self._projects.clear()
        self.find_anew()
        if os.path.basename(path) == ".hotlint.yaml":
            self.configure(self._options)

    def find_anew(self) -> None:
        """Find the environments of templates again: files have come or gone, if only under a text that is open."""
        self._generation += 1
        self._environments.clear()
        self._found = (0.0, EnvironmentFinder())

    def text(self, path: str) -> str:
        """Return the text of a file. Raises OSError or ReadError."""
        return self._project(self.engine.settings(path)).document(path).text

    def project_of(self, path: str) -> Project:
        """Return the project that a file is linted in."""
        return self._project(self.engine.settings(path))

    def _project(self, settings: Settings) -> Project:
        base = self.engine.project(settings)
        found = self._projects.get(id(base))
        if found is None:
            found = base
            for document, template in self._texts.values():
                found = found.with_document(document, template)
            self._projects[id(base)] = found
        return found

    # -- environments ------------------------------------------------------------------------------------------------

    def environments(self, path: str) -> tuple[str, ...]:
        """Return the environment files that a template is linted with: chosen in the editor, or set."""
        chosen = self._selected.get(path)
        if chosen is None:
            chosen = self._of_parent(path)
        if chosen is not None:
            return chosen
        return self.declared(path) or self._discovered(path)

    def _discovered(self, path: str) -> tuple[str, ...]:
        """Return the environment that is named like a template, where none is chosen or set; none without such."""
        found = self._finder().named_like(path)
        return (found,) if found is not None and self._may_read(found) else ()

    def _is_partial(self, path: str) -> bool:
        """Return whether other values than those of its environments may be given to a template."""
        return path not in self._selected and (self._of_parent(path) is not None or not self.declared(path))

    def _finder(self) -> EnvironmentFinder:
        if time.monotonic() - self._found[0] > REMEMBERED:
            self._found = (time.monotonic(), EnvironmentFinder())
        return self._found[1]

    def templates_of(self, environment: str) -> list[str]:
        """Return the templates that an environment is named like, as full paths."""
        return self._finder().templates_of(environment)

    def _of_parent(self, path: str) -> tuple[str, ...] | None:
        """Return the environments that were chosen for a template which may use this one; None when there is no such."""
        return next((self._selected.get(parent) for parent in self._parents(path)), None)

    def _parents(self, path: str) -> Iterator[str]:
        """Yield the templates with chosen environments that may use this one."""
        project = self._project(self.engine.settings(path))
        return self._selected.parents(
            path,
            self.known_tree(path),
            {opened: document.text for opened, (document, _) in self._texts.items()},
            lambda chosen: self._environment(project, chosen),
        )

    def select(self, path: str, environments: tuple[str, ...]) -> None:
        """Choose environments for a template, and for the nested templates that it uses."""
        self._selected.select(path, environments)
        self._generation += 1

    def declared(self, path: str) -> tuple[str, ...]:
        """Return the environment files that the settings name, globs expanded."""
        configured = self.engine.settings(path).environments
        globbed = [f for g in _strings(self._options.get("environments")) for f in globs.expand(self._absolute(g))]
        return tuple(dict.fromkeys([*configured, *globbed]))

    def _environment(self, project: Project, paths: tuple[str, ...]) -> Environment:
        """Return the environments merged; one that cannot be read is left out."""
        if paths not in self._environments:
            self._environments[paths] = project.environment(p for p in paths if _readable(project, p))
        return self._environments[paths]

    def candidates(self, path: str) -> list[str]:
        """Return the files that may be environments of a template: those in use, and those near it."""
        found = [f for f in self._finder().near(path, root=self.root or None) if self._may_read(f)]
        return [f for f in dict.fromkeys([*self.environments(path), *found]) if f != path]

    def _may_read(self, path: str) -> bool:
        return self.confined_to is None or is_within(path, self.confined_to)

    # -- answers -----------------------------------------------------------------------------------------------------

    def snapshot(self, path: str) -> Snapshot:
        """Return a file in its context. Raises OSError or ReadError."""
        return Snapshot(self.unit(path))

    def unit(
        self,
        path: str,
        environments: Iterable[str] | None = None,
        parameters: dict[str, Any] | None = None,
        offline: bool = False,
        texts: Mapping[str, str] | None = None,
    ) -> TemplateContext:
        """Return the context of a template. Raises OSError or ReadError.

        Its environments are those in use unless others are given; `parameters` come on top of them, and `texts`
        (by path) count instead of files. `offline`: values that only a cloud knows stay unknown, and evaluation has the
        time of a preview.
        """
        settings = self.engine.settings(path)
        project = self._project(settings)
        for file, text in (texts or {}).items():
            project = project.with_source(Source(file, text))
        if environments is None and not parameters and not texts:
            if kind_of(project.document(path)) == "environment":
                project = project.with_users(self.engine.users(path))
            meter = Meter(Budget() if offline else Budget(seconds=PATIENCE))
            unit = self._in_use(path, project, meter, offline)
            if unit is None:
                environment = self._environment(project, self.environments(path))
                if self._of_parent(path) is not None:
                    environment = environment.for_child({}, "")  # of a parent that does not make it now
                partial = self._is_partial(path)
                project = project.in_world(None if offline else self._open_world(path))
                unit = TemplateContext.open(project, path, environment, meter, offline=offline, partial=partial)
            return unit
        chosen = self.environments(path) if environments is None else tuple(environments)
        given = project.environment([p for p in chosen if _readable(project, p)], parameters)
        return TemplateContext.open(project, path, given, Meter(Budget()), offline=offline)

    def _in_use(self, path: str, project: Project, meter: Meter, offline: bool) -> TemplateContext | None:
        """Return a nested template as its parent uses it; None where none has environments and the configuration names none."""

        def opened(top: str) -> TemplateContext | None:
            if not _readable(project, top):
                return None
            environment = self._environment(project, self.environments(top))
            return TemplateContext.open(project, top, environment, meter, offline=offline)

        tree = self.known_tree(path)
        through = {*self._texts, *(tree.above(path) if tree is not None else ())}
        for parent in self._parents(path):
            found = context_below(opened(parent), path, through)
            if found is not None:
                return found
        workspace = self.engine.workspace(path) if path not in self._selected else None
        deployed = workspace.deployed(path, lambda top, _: opened(top), 1) if workspace is not None else ()
        return deployed[0].unit if deployed else None

    def roots(self, path: str) -> list[str]:
        """Return the top-level templates that use a template, as far as the folder has been looked through."""
        tree = self.known_tree(path)
        return tree.roots(path) if tree is not None and tree.is_used(path) else []

    def known_tree(self, path: str) -> Workspace | None:
        """Return the files of the folder that belong together; None before it has been looked through."""
        return self.engine.tree(path) if self._is_known else None

    def jinja_diagnostics(self, path: str, text: str) -> list[Diagnostic] | None:
        """Return the findings of a Jinja source, rendered where the settings say how; None for any other file."""
        if not is_source(path, self.project_of(path).document(path)):
            return None
        file_result = self.engine.check_file(path, text)
        return file_result.diagnostics if file_result is not None else []

    def finished(self, unit: TemplateContext, found: list[Diagnostic]) -> list[Diagnostic]:
        """Return the findings that suppression comments and settings leave."""
        found = redacted(found, unit)
        return self.engine.apply_settings(unit, self.engine.settings(unit.path), found).diagnostics


def _strings(value: object) -> tuple[str, ...]:
    return tuple(v for v in value if isinstance(v, str)) if isinstance(value, list | tuple) else ()


def _readable(project: Project, path: str) -> bool:
    try:
        project.document(path)
    except (OSError, ReadError):
        return False
    return True
