"""Where tests find the files, resource types and rules for a template: from configurations on disk, or from an editor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hotlint.analysis.project import Project
from hotlint.linter.config_finder import Finder
from hotlint.linter.settings import Settings
from hotlint.linter.settings_catalog import catalog

if TYPE_CHECKING:
    from hotlint.linter.engine import Engine


class Surroundings(Protocol):
    """What a runner needs to know about the files around a suite."""

    def project(self, template: str) -> Project:
        """Return the project that a template is read in."""

    def environments(self, template: str) -> tuple[str, ...]:
        """Return the environment files that the configuration gives a template."""

    def engine(self) -> Engine:
        """Return an engine with the rules; it is asked for only by tests that expect errors."""


class ConfiguredSurroundings:
    """Surroundings by the configurations on disk; `config` is one for all files, and `enabled` False means none at all.

    `confined_to` is the only folder in which files are read, None for no such limit.
    """

    def __init__(self, config: str | None = None, *, enabled: bool = True, confined_to: str | None = None) -> None:
        self._finder = Finder(config, enabled=enabled, top=confined_to)
        self._config = config
        self._enabled = enabled
        self._confined_to = confined_to
        self._projects: dict[tuple[object, ...], Project] = {}
        self._engine: Engine | None = None

    def project(self, template: str) -> Project:
        """Return the project that a template is read in; one for all templates with the same resource types."""
        settings = self._settings(template)
        key = (settings.target, settings.plugin_dirs, settings.known_types)
        if key not in self._projects:
            self._projects[key] = Project(catalog(settings), confined_to=self._confined_to)
        return self._projects[key]

    def environments(self, template: str) -> tuple[str, ...]:
        """Return the environment files that the configuration gives a template."""
        return self._settings(template).environments

    def engine(self) -> Engine:
        """Return an engine with the rules, made when it is first asked for."""
        if self._engine is None:
            from hotlint.linter.engine import Engine

            self._engine = Engine(config=self._config, use_config=self._enabled, confined_to=self._confined_to)
        return self._engine

    def _settings(self, template: str) -> Settings:
        return self._finder.settings(template)
