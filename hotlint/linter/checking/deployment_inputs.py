"""The environments and values of a template without options: those of its deployments, or the environment of its name."""

from __future__ import annotations

import os
from collections.abc import Iterator

from hotlint.analysis.files.environment_finder import EnvironmentFinder
from hotlint.common.records import NamedTuple
from hotlint.linter.settings.model import NamedDeployment, Settings

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Any


class DeploymentInputs(NamedTuple):
    """The environments, values and release of the first deployment of a template.

    `deployment` is its name in the configuration, "" without a name. `is_discovered`: the environment has the template's name.
    """

    environments: tuple[str, ...]
    values: dict[str, Any] = {}
    target: str | None = None
    deployment: str = ""
    is_discovered: bool = False


def deployments_of(template: str, settings: Settings) -> Iterator[NamedDeployment]:
    """Yield the deployments of a template that its settings name."""
    own = os.path.abspath(template) if settings.deployments else ""
    yield from (d for d in settings.deployments if os.path.abspath(d.template) == own)


def deployment_inputs(template: str, settings: Settings, finder: EnvironmentFinder) -> DeploymentInputs:
    """Return the inputs of a template's first deployment in its settings, as in the first context of a check."""
    named = next(deployments_of(template, settings), None)
    if named is not None:
        environments = (*settings.environments, *named.environments)
        return DeploymentInputs(environments, dict(named.values), named.target, named.name)
    found = discovered(template, settings, finder)
    return DeploymentInputs((found,), is_discovered=True) if found else DeploymentInputs(settings.environments)


def discovered(template: str, settings: Settings, finder: EnvironmentFinder) -> str | None:
    """Return the environment with a template's name if the settings give none; None if there is none."""
    if settings.environments or not settings.discovery or any(deployments_of(template, settings)):
        return None
    return finder.named_like(template)
