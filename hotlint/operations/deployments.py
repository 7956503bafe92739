"""List what can be deployed below a folder: the deployments of the configuration, and those that hotlint finds."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hotlint.analysis.composition.deployments import FoundDeployment, found_deployments
from hotlint.common.records import NamedTuple
from hotlint.linter.settings.finder import enclosing_project, user_folders
from hotlint.linter.settings.model import NamedDeployment
from hotlint.operations.engines import engine_of
from hotlint.operations.errors import OperationError, as_operation_error
from hotlint.operations.scope import SettingsScope, named_deployments

if TYPE_CHECKING:
    from hotlint.linter.settings.config import Config


class Deployments(NamedTuple):
    """The deployments of a folder: those in its configuration, and those that hotlint finds.

    `configuration` is the configuration file; None without one. If it has problems, some of its deployments may be missing.
    """

    named: list[NamedDeployment]
    found: list[FoundDeployment]
    configuration: Config | None


def deployments(folder: str) -> Deployments:
    """Return the deployments of a folder. Raises OperationError.

    hotlint looks for templates and environments in the whole project (see `enclosing_project`).
    """
    if not os.path.isdir(folder):
        raise OperationError(f"folder '{folder}' does not exist")
    try:
        return _deployments(folder)
    except Exception as exc:
        raise as_operation_error(exc) from None


def _deployments(folder: str) -> Deployments:
    engine = engine_of(SettingsScope(confined_to=user_folders([folder])), folders=(enclosing_project(folder),))
    tree = engine.trees.tree(os.path.join(os.path.abspath(folder), "_"))
    assert tree is not None  # the engine was given this folder
    configured = {path: engine.settings(path).environments for path in tree.templates}
    inside = os.path.join(os.path.abspath(folder), "")
    found = [one for one in found_deployments(tree, configured) if one.root.startswith(inside)]
    configuration = engine.finder.config(os.path.join(folder, "template.yaml"))
    return Deployments(list(named_deployments(engine.finder, folder)), found, configuration)
