"""Where tests find the files, resource types and rules for a template, by the configurations on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hotlint.analysis.files.project import Project
from hotlint.common.boundary import top_of
from hotlint.linter.settings.catalog import catalog, default_catalog
from hotlint.linter.settings.finder import Finder, Nearest
from hotlint.operations.scope import SettingsScope

if TYPE_CHECKING:
    from hotlint.linter.checking.engine import Engine
    from hotlint.linter.settings.model import Settings


class ConfiguredSurroundings:
    """The surroundings of suites by the configurations on disk, and in the folder to which the scope is confined."""

    def __init__(self, scope: SettingsScope = SettingsScope()) -> None:  # noqa: B008
        self._scope = scope
        self._nearest = Nearest(top_of(scope.confined_to))
        self._finder: Finder | None = None
        self._projects: dict[tuple[object, ...], Project] = {}
        self._engine: Engine | None = None

    def project(self, template: str) -> Project:
        """Return the project that a template is read in; one for all templates with the same resource types."""
        settings = self._settings(template)
        key = (
            (settings.target, settings.cloud_snapshot, settings.plugin_dirs, settings.known_types)
            if settings is not None
            else ()
        )
        if key not in self._projects:
            types = catalog(settings) if settings is not None else default_catalog()
            self._projects[key] = Project(types, confined_to=self._scope.confined_to)
        return self._projects[key]

    def environments(self, template: str) -> tuple[str, ...]:
        """Return the environment files that the configuration gives a template."""
        settings = self._settings(template)
        return settings.environments if settings is not None else ()

    def engine(self) -> Engine:
        """Return an engine with the rules, made when it is first asked for."""
        if self._engine is None:
            from hotlint.operations.engines import engine_of

            self._engine = engine_of(self._scope)
        return self._engine

    def _settings(self, template: str) -> Settings | None:
        """Return the settings of a template; None without a configuration, of which most folders have none."""
        scope = self._scope
        if not scope.use_config or (scope.config is None and self._nearest.of_file(template) is None):
            return None
        if self._finder is None:
            self._finder = scope.finder()
        return self._finder.settings(template)
