"""The settings of files, and the catalogs, projects and environments that depend on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hotlint.analysis.environments.file import Environment
from hotlint.analysis.files.project import Project
from hotlint.analysis.files.virtual_files import VirtualFiles
from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.common.boundary import Boundary
from hotlint.linter.settings.catalog import SnapshotsOfRun, settings_catalog
from hotlint.linter.settings.finder import Finder
from hotlint.linter.settings.model import Settings

if TYPE_CHECKING:
    from hotlint.analysis.files.rendered_files import Renderer
    from hotlint.resource_types.plugins.source import ReadProblem


class Projects:
    """The projects of files by their settings, on the current files.

    `changes` are settings that take precedence over the configuration. `parameters` are values from outside. Only `files`
    changes: callers replace the snapshot by another one.
    """

    def __init__(
        self,
        finder: Finder,
        changes: Settings,
        parameters: Mapping[str, Any],
        *,
        use_plugins: bool,
        confined_to: Boundary | None,
    ) -> None:
        self.finder = finder
        self.files = VirtualFiles(confined_to=confined_to)
        self.snapshots = SnapshotsOfRun()
        self.plugin_problems: dict[ReadProblem, None] = {}
        self._changes = changes
        self._parameters = parameters
        self.use_plugins = use_plugins
        self._unconfigured = self._changed(Settings())
        self._no_environment = Environment()
        self._projects: dict[tuple[Any, ...], Project] = {}

    def settings(self, path: str) -> Settings:
        """Return the effective settings of a file."""
        config = self.finder.config(path)
        return self._changed(config.for_file(path)) if config is not None else self._unconfigured

    def _changed(self, settings: Settings) -> Settings:
        settings = settings.changed(self._changes)
        return settings if self.use_plugins else settings._replace(plugin_dirs=())

    def project(self, settings: Settings) -> Project:
        """Return the project on the current files, with the catalog of the settings."""
        facts = self.snapshots.facts(settings), bool(settings.jinja), settings.resource_limit, settings.urls
        asked = settings.target, settings.plugin_dirs, settings.known_types, settings.default_environment, settings.role
        key = (*asked, settings.found_plugins, *facts)
        known = self._projects.get(key)
        if known is None:
            types, problems = settings_catalog(settings)
            known = Project(
                types,
                render=self._renderer(settings),
                files=self.files,
                resource_limit=settings.resource_limit,
                urls=settings.urls,
            )
            self.plugin_problems |= dict.fromkeys(problems)
        elif known.files is self.files:
            return known
        else:
            known = known.on(self.files)
        self._projects[key] = known
        return known

    def _renderer(self, settings: Settings) -> Renderer | None:
        """Return what renders the Jinja sources of missing files; None where the settings render none."""
        if not settings.jinja:
            return None
        from hotlint.linter.checking.rendered_findings import renderer

        return renderer(self.settings)

    def environment(self, settings: Settings, values: Mapping[str, Any] = {}) -> Environment:
        """Return the merged environments of the settings, with these parameter values. Raises as `Project.environment` does."""
        if not settings.environments and not values and not self._parameters:
            return self._no_environment
        base = self.project(settings)
        if values:
            return base.environment(settings.environments, {**values, **self._parameters})
        merge: Callable[[], Environment] = lambda: base.environment(settings.environments, self._parameters)  # noqa: E731
        return base.memoize(("environment", settings.environments), merge)
