"""The deployments of a folder: those that the configuration names, and those that can be seen in it."""

from __future__ import annotations

import os

from hotlint.analysis.deployments import FoundDeployment, found_deployments
from hotlint.linter.config_finder import Finder
from hotlint.linter.enclosing import enclosing_project
from hotlint.linter.engine import Engine
from hotlint.linter.settings import NamedDeployment


def deployments_of(folder: str) -> tuple[list[NamedDeployment], list[FoundDeployment]]:
    """Return the deployments that the configuration of a folder names, and those that are found in it.

    What belongs together is found in the whole project (see `enclosing_project`).
    Raises FileNotFoundError, PermissionError or ReadError for an environment of the configuration.
    """
    engine = Engine(folders=(enclosing_project(folder),))
    tree = engine.tree(os.path.join(os.path.abspath(folder), "_"))
    assert tree is not None  # the engine was given this folder
    configured = {path: engine.settings(path).environments for path in tree.templates}
    inside = os.path.join(os.path.abspath(folder), "")
    found = [one for one in found_deployments(tree, configured) if one.root.startswith(inside)]
    return list(named_deployments(engine.finder, folder)), found


def named_deployments(finder: Finder, folder: str) -> tuple[NamedDeployment, ...]:
    """Return the deployments that the configuration of a folder names."""
    return finder.settings(os.path.join(folder, "template.yaml")).deployments
