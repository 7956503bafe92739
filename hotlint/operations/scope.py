"""The configurations and folders that count for an operation, and the settings that its caller puts on top."""

from __future__ import annotations

import os
from collections.abc import Mapping

from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.common.boundary import Boundary
from hotlint.common.records import NamedTuple
from hotlint.operations.errors import OperationError, cannot_read

if TYPE_CHECKING:
    from hotlint.linter.settings.finder import Finder
    from hotlint.linter.settings.model import NamedDeployment, Settings


class SettingsScope(NamedTuple):
    """What an operation reads its settings from.

    `settings` are values by the name of a setting, on top of the configuration. `config` is one configuration for all files; None:
    each has its nearest one. `confined_to` is the boundary of what is read.
    """

    settings: Mapping[str, Any] = {}
    config: str | None = None
    use_config: bool = True
    confined_to: Boundary | None = None

    @property
    def changes(self) -> Settings:
        """The settings on top of the configuration; which files are excluded is no setting of a file."""
        from hotlint.linter.settings.model import Settings

        settings = Settings()
        for name, value in self.settings.items():
            if name != "exclude":
                settings = settings.with_value(name, value)
        return settings

    def finder(self) -> Finder:
        """Return what finds the configuration of each file. Raises OperationError where `config` cannot be read."""
        from hotlint.linter.settings.finder import Finder

        if self.config is not None and self.use_config:
            from hotlint.operations.named_files import text_of

            text_of(self.config)
        return Finder(self.config, enabled=self.use_config, top=self.confined_to)

    def settings_of(self, path: str) -> Settings:
        """Return the settings of a file. Raises OperationError where a configuration cannot be read."""
        changes, finder = self.changes, self.finder()
        try:
            return finder.settings(path).changed(changes)
        except OSError as exc:
            raise cannot_read(exc) from None

    def with_settings(self, **settings: Any) -> SettingsScope:
        """Return the scope with more settings on top."""
        return self._replace(settings={**self.settings, **settings})

    def with_deployment(self, deployment: NamedDeployment) -> SettingsScope:
        """Return the scope with the environments of a deployment before those of the caller, and its target unless he names one."""
        own = tuple(self.settings.get("environments", ()))
        environments = {"environments": (*deployment.environments, *own)} if deployment.environments else {}
        target = {"target": deployment.target} if deployment.target else {}
        return self._replace(settings={**target, **self.settings, **environments})


def named_deployment(scope: SettingsScope, name: str) -> NamedDeployment:
    """Return a deployment by its name in the configuration of the working folder. Raises OperationError without such."""
    from hotlint.common.suggestions import did_you_mean

    try:
        known = named_deployments(scope.finder(), os.getcwd())
    except OSError as exc:
        raise cannot_read(exc) from None
    found = next((d for d in known if d.name == name), None)
    if found is None:
        names = [d.name for d in known]
        hint = did_you_mean(name, names) or (f" (there are {', '.join(names[:5])})" if names else "")
        raise OperationError(f"no deployment '{name}' in the configuration{hint}")
    return found


def named_deployments(finder: Finder, folder: str) -> tuple[NamedDeployment, ...]:
    """Return the deployments that the configuration of a folder names."""
    return finder.settings(os.path.join(folder, "template.yaml")).deployments
