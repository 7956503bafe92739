"""The user's cache folder: what hotlint keeps between runs and can work out again at any time."""

from __future__ import annotations

import os


def cache_folder() -> str:
    """Return the path of the folder: $XDG_CACHE_HOME/hotlint, or ~/.cache/hotlint. It need not exist yet."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "hotlint")
