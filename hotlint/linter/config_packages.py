"""Shared configurations in installed Python packages. They are data: a package is looked for, and never imported."""

from __future__ import annotations

import os
from importlib.machinery import PathFinder

from hotlint.linter.config_search import NAME


def packaged_config(name: str) -> str | None:
    """Return the path of the configuration that an installed package holds; None when there is no such package.

    Only top-level packages count, since to look for one inside another would import the other.
    """
    if not name.isidentifier():
        return None
    try:
        spec = PathFinder.find_spec(name)
    except (ImportError, ValueError):
        return None
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        path = os.path.join(folder, NAME)
        if os.path.isfile(path):
            return path
    return None
