"""The user's cache folder, which holds what hotlint keeps between runs."""

from __future__ import annotations

import os

_VARIABLE = "HOTLINT_CACHE_DIR"


def cache_folder() -> str:
    """Return the path of the folder, which may not exist.

    It is $HOTLINT_CACHE_DIR, or hotlint in $XDG_CACHE_HOME, %LOCALAPPDATA% on Windows, or ~/.cache.
    """
    if own := os.environ.get(_VARIABLE):
        return own
    local = os.environ.get("LOCALAPPDATA") if os.name == "nt" else None
    base = os.environ.get("XDG_CACHE_HOME") or local or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "hotlint")


def use_cache_folder(path: str) -> None:
    """Make a folder the cache folder of this process and of those that it starts."""
    os.environ[_VARIABLE] = os.path.abspath(path)


def catalog_folder() -> str:
    """Return the path of the folder of imported resource types, `catalog` in the cache folder. It may not exist."""
    return os.path.join(cache_folder(), "catalog")
