"""The deployments of a folder: those in the configuration, and those that hotlint finds."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hotlint.analysis.composition.deployments import FoundDeployment, found_deployments
from hotlint.common.records import NamedTuple
from hotlint.linter.checking.engine import Engine
from hotlint.linter.config_files import enclosing_project
from hotlint.linter.settings.finder import Finder
from hotlint.linter.settings.model import NamedDeployment

if TYPE_CHECKING:
    from hotlint.linter.settings.config import Config


class Deployments(NamedTuple):
    """The deployments of a folder: those in its configuration, and those that hotlint finds.

    `configuration` is the configuration file; None without one. If it has problems, some of its deployments may be missing.
    """

    named: list[NamedDeployment]
    found: list[FoundDeployment]
    configuration: Config | None


def deployments_of(folder: str) -> Deployments:
    """Return the deployments of a folder.

    hotlint looks for templates and environments in the whole project (see `enclosing_project`).
    Raises FileNotFoundError, PermissionError or ReadError for an environment of the configuration.
    """
    engine = Engine(folders=(enclosing_project(folder),))
    tree = engine.trees.tree(os.path.join(os.path.abspath(folder), "_"))
    assert tree is not None  # the engine was given this folder
    configured = {path: engine.settings(path).environments for path in tree.templates}
    inside = os.path.join(os.path.abspath(folder), "")
    found = [one for one in found_deployments(tree, configured) if one.root.startswith(inside)]
    configuration = engine.finder.config(os.path.join(folder, "template.yaml"))
    return Deployments(list(named_deployments(engine.finder, folder)), found, configuration)


def named_deployments(finder: Finder, folder: str) -> tuple[NamedDeployment, ...]:
    """Return the deployments that the configuration of a folder names."""
    return finder.settings(os.path.join(folder, "template.yaml")).deployments
