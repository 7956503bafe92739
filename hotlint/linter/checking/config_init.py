"""Writes a first configuration for the templates and environments in a folder."""

from __future__ import annotations

import os
from typing import Any

from hotlint.analysis.composition.deployments import FittingEnvironment, FoundDeployment
from hotlint.linter.checking.deployment_list import deployments_of
from hotlint.syntax.yaml_writer import dump

_HEAD = """\
# Settings of hotlint; `hotlint config show FILE` prints those of a file, with their defaults.
# target: 2025.1                     # the OpenStack release that is deployed to
# ignore: [HOT8]                     # rules to disable, by code, code prefix or name
"""
LIMIT = 50
"""The maximal number of deployments in the configuration. Users add the others."""


def first_config(folder: str) -> str:
    """Return the text of a configuration that names the deployments of a folder: each template with an environment.

    Raises as `deployments_of` does.
    """
    found = deployments_of(folder).found
    here = os.path.abspath(folder)
    entries = [entry for one in found for entry in _entries(one, here)]
    if not entries:
        return _HEAD
    more = f"# ... and {len(entries) - LIMIT} more: see `hotlint deployments`\n" if len(entries) > LIMIT else ""
    return f"{_HEAD}{dump({'deployments': entries[:LIMIT]})}{more}"


def _entries(found: FoundDeployment, here: str) -> list[dict[str, Any]]:
    """Return an entry for each environment with the name of a template, or else that maps its types, or sets its parameters.

    If no environment maps the types, setting parameters is not enough for a deployment.
    """
    by_reason = ([e for e in found.environments if e.why == why] for why in ("name", "types", "parameters"))
    chosen: list[FittingEnvironment] = next(filter(None, by_reason), [])
    template = _shown(found.root, here)
    entries = []
    for environment in chosen:
        path = _shown(environment.path, here)
        stem = os.path.splitext(template)[0]
        name = stem if len(chosen) == 1 else f"{stem} {os.path.splitext(os.path.basename(path))[0]}"
        entries.append({"name": name, "template": template, "environments": [path]})
    return entries


def _shown(path: str, here: str) -> str:
    return os.path.relpath(path, here).replace(os.sep, "/")
