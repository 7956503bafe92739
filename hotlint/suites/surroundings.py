"""Where tests find the files, resource types and rules for a template: from configurations on disk, or from an editor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hotlint.analysis.files.project import Project
from hotlint.linter.config_files import Nearest
from hotlint.linter.settings.catalog import catalog, default_catalog

if TYPE_CHECKING:
    from hotlint.linter.checking.engine import Engine
    from hotlint.linter.settings.finder import Finder
    from hotlint.linter.settings.model import Settings


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
        self._nearest = Nearest(confined_to)
        self._finder: Finder | None = None
        self._config = config
        self._enabled = enabled
        self._confined_to = confined_to
        self._projects: dict[tuple[object, ...], Project] = {}
        self._engine: Engine | None = None

    def project(self, template: str) -> Project:
        """Return the project that a template is read in; one for all templates with the same resource types."""
        settings = self._settings(template)
        key = (
            (settings.target, settings.cloud, settings.plugin_dirs, settings.known_types)
            if settings is not None
            else ()
        )
        if key not in self._projects:
            types = catalog(settings) if settings is not None else default_catalog()
            self._projects[key] = Project(types, confined_to=self._confined_to)
        return self._projects[key]

    def environments(self, template: str) -> tuple[str, ...]:
        """Return the environment files that the configuration gives a template."""
        settings = self._settings(template)
        return settings.environments if settings is not None else ()

    def engine(self) -> Engine:
        """Return an engine with the rules, made when it is first asked for."""
        if self._engine is None:
            from hotlint.linter.checking.engine import Engine

            self._engine = Engine(config=self._config, use_config=self._enabled, confined_to=self._confined_to)
        return self._engine

    def _settings(self, template: str) -> Settings | None:
        """Return the settings of a template; None without a configuration, of which most folders have none."""
        if not self._enabled or (self._config is None and self._nearest.of_file(template) is None):
            return None
        if self._finder is None:
            from hotlint.linter.settings.finder import Finder

            self._finder = Finder(self._config, top=self._confined_to)
        return self._finder.settings(template)
