"""The user's cache folder, which holds what hotlint keeps between runs, and the folder of the user's data."""

from __future__ import annotations

import os
import sys

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


def data_folder() -> str:
    """Return the path of the folder of data that are no cache, in the place that the system has for them. It may not exist."""
    home = os.path.expanduser("~")
    if os.name == "nt":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    return os.path.join(base, "hotlint")


def use_cache_folder(path: str) -> None:
    """Make a folder the cache folder of this process and of those that it starts."""
    os.environ[_VARIABLE] = os.path.abspath(path)


def catalog_folder() -> str:
    """Return the path of the folder of imported resource types, `catalog` in the cache folder. It may not exist."""
    return os.path.join(cache_folder(), "catalog")
