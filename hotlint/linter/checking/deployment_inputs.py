"""The environments and values of a template without options: those of its deployments, or the environment of its name."""

from __future__ import annotations

import os
from collections.abc import Iterator

from hotlint.analysis.files.environment_finder import EnvironmentFinder
from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple
from hotlint.linter.settings.model import NamedDeployment, Settings


class DeploymentInputs(NamedTuple):
    """The environments, values and release of the first deployment of a template.

    `deployment` is its name in the configuration, "" without a name. `discovered` says why an environment fits that nothing names:
    "which is named like it" or "which maps its types"; "" otherwise.
    """

    environments: tuple[str, ...]
    values: dict[str, Any] = {}
    target: str | None = None
    deployment: str = ""
    discovered: str = ""


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
    is_named = found[:1] == [finder.named_like(template)]
    if len(found) != 1 or not (is_named or finder.sets_parameters_of(template, found[0])):
        return DeploymentInputs(settings.environments)
    return DeploymentInputs((found[0],), discovered=f"which {'is named like it' if is_named else 'maps its types'}")


def discovered(template: str, settings: Settings, finder: EnvironmentFinder) -> list[str]:
    """Return the environments that fit a template if the settings give none: alternatives, empty if there is none."""
    if settings.environments or not settings.discovery or any(deployments_of(template, settings)):
        return []
    return finder.fitting(template)
