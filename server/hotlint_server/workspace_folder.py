"""A workspace folder: its settings, and the project of the open documents and files in it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from typing import Any

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.context import TemplateContext
from hotlint.analysis.environment import Environment
from hotlint.analysis.project import Project
from hotlint.analysis.template import Template, kind_of
from hotlint.common import globs
from hotlint.common.files import ReadError, is_within, read_start
from hotlint.ide.snapshot import Snapshot
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.engine import Engine
from hotlint.linter.redaction import redacted
from hotlint.linter.settings import Settings
from hotlint.syntax.nodes import Document

PATIENCE = 1.0
"""Seconds that evaluating a template may take between two key presses; a preview may take longer."""
REMEMBERED = 5.0
"""Seconds for which the environments found near a template are kept."""


class WorkspaceFolder:
    """Settings, environments and project of the files below `root`; "" is the root of files in no workspace folder."""

    def __init__(self, root: str, options: dict[str, Any]) -> None:
        self.root = root
        self._selected: dict[str, tuple[str, ...]] = {}  # environments chosen in the editor, by template
        self._generation = 0
        self._candidates: dict[str, tuple[float, list[str]]] = {}
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
            target=options.get("target") or None if isinstance(options.get("target"), str) else None,
            plugin_dirs=tuple(map(self._absolute, _strings(options.get("pluginDirs")))) if trusted else (),
            select=select or None,
            ignore=_strings(options.get("ignore")),
            severity=tuple((k, v) for k, v in severity.items() if v in ("error", "warning", "info"))
            if isinstance(severity, dict)
            else (),
        )
        self._confined_to = self.root if self.root and not trusted else None
        self.engine = Engine(changes, use_plugins=trusted, confined_to=self._confined_to)
        self._projects: dict[int, Project] = {}
        self._environments: dict[tuple[str, ...], Environment] = {}

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
        self._generation += 1
        self.engine.forget(path)
        self._projects.clear()
        self._environments.clear()
        self._candidates.clear()
        if os.path.basename(path) == ".hotlint.yaml":
            self.configure(self._options)

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
            chosen = self._of_users(path)
        return chosen if chosen is not None else self.declared(path)

    def _of_users(self, path: str) -> tuple[str, ...] | None:
        """Return the environments that were chosen for a template which uses this one; None when there is no such."""
        name = os.path.basename(path)
        for other, chosen in self._selected.items():
            known = self._texts.get(other)
            if known is not None and name in known[0].text and other != path:
                return chosen
        return None

    def select(self, path: str, environments: tuple[str, ...]) -> None:
        """Choose environments for a template, and for the nested templates that it uses."""
        self._selected[path] = environments
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
        here = os.path.dirname(path)
        known = self._candidates.get(here)
        if known is None or time.monotonic() - known[0] > REMEMBERED:
            known = self._candidates[here] = (time.monotonic(), self._look_for_candidates(here))
        return [f for f in dict.fromkeys([*self.environments(path), *known[1]]) if f != path]

    def _look_for_candidates(self, here: str) -> list[str]:
        found: dict[str, None] = {}
        places = {
            here,
            *(
                os.path.join(base, sub)
                for base in (here, self.root)
                if base
                for sub in ("", "env", "envs", "environments")
            ),
        }
        for place in sorted(places):
            for name in _listing(place):
                file = os.path.join(place, name)
                if name.endswith((".yaml", ".yml")) and self._may_read(file) and _is_environment(file):
                    found.setdefault(file)
        return list(found)

    def _may_read(self, path: str) -> bool:
        return self._confined_to is None or is_within(path, self._confined_to)

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
    ) -> TemplateContext:
        """Return the context of a template. Raises OSError or ReadError.

        Its environments are those in use unless others are given; `parameters` come on top of them. `offline`: values
        that only a cloud knows stay unknown, and evaluation has the time of a preview.
        """
        settings = self.engine.settings(path)
        project = self._project(settings)
        if environments is None and not parameters:
            if kind_of(project.document(path)) == "environment":
                project = project.with_users(self.engine.users(path))
            meter = Meter(Budget() if offline else Budget(seconds=PATIENCE))
            unit = self._in_use(path, project, meter, offline)
            if unit is None:
                environment = self._environment(project, self.environments(path))
                unit = TemplateContext.open(project, path, environment, meter, offline=offline)
            return unit
        chosen = self.environments(path) if environments is None else tuple(environments)
        given = project.environment([p for p in chosen if _readable(project, p)], parameters)
        return TemplateContext.open(project, path, given, Meter(Budget()), offline=offline)

    def _in_use(self, path: str, project: Project, meter: Meter, offline: bool) -> TemplateContext | None:
        """Return a nested template as the first template that uses it; None where the configuration names no such."""
        workspace = self.engine.workspace(path) if path not in self._selected else None
        if workspace is None:
            return None

        def root(top: str, _: Environment) -> TemplateContext | None:
            if not _readable(project, top):
                return None
            environment = self._environment(project, self.environments(top))
            return TemplateContext.open(project, top, environment, meter, offline=offline)

        found = workspace.deployed(path, root, 1)
        return found[0].unit if found else None

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


def _listing(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _is_environment(path: str) -> bool:
    """Return whether the keys that start a file's lines are those of an environment; nothing is parsed."""
    try:
        head = read_start(path, 64_000).decode("utf-8", "replace")
    except (OSError, ReadError):
        return False
    keys = {line.partition(":")[0] for line in head.splitlines() if line[:1].isalpha() and ":" in line}
    return bool(keys & {"parameter_defaults", "resource_registry", "parameters"}) and not keys & {
        "heat_template_version", "resources", "outputs", "AWSTemplateFormatVersion",
    }  # fmt: skip
