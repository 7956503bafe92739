"""Records the files that hotlint opens, as an audit hook sees them."""

from __future__ import annotations

import os
import sys
from typing import Any

_watched: list[str] | None = None


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if _watched is not None and event in ("open", "os.listdir", "os.scandir"):
        path = arguments[0]
        if isinstance(path, str | bytes | os.PathLike):
            _watched.append(os.path.realpath(os.fsdecode(path)))


sys.addaudithook(_hook)


class opened_files:  # noqa: N801 - it is called like a function
    """Within it, `paths` gets the real path of every file that is opened, and of every folder that is listed."""

    def __enter__(self) -> list[str]:
        global _watched
        _watched = []
        return _watched

    def __exit__(self, *exception: object) -> None:
        global _watched
        _watched = None
