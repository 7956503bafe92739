"""Reports of an unpacked tree, with the names of its source instead of the folder in which it happens to be."""

from __future__ import annotations

import os
from typing import Any

from hotlint.output.findings.model import FileReport, Finding

ABOVE = 4
"""Folders around an unpacked tree, so that what it names above itself is called the same on all machines."""


class ShownPaths:
    """Renames the files of one tree: `folder` is below `made`, which was made for it; `name` is that of its source.

    `here` is the working folder of the command: names of causes hold full paths, as if the tree were there.
    """

    def __init__(self, made: str, folder: str, name: str, here: str) -> None:
        self._mark = os.path.basename(made)
        self._shown = [*_around(folder, name), *_around(os.path.relpath(folder), name)]
        self._full = _around(folder, os.path.normpath(os.path.join(here, name)))

    def report(self, report: FileReport) -> FileReport:
        """Return a report under the names of the source."""
        causes = tuple(map(self._with_full_causes, report.diagnostics))
        shown: FileReport = _replaced(report._replace(diagnostics=causes), self._mark, self._shown)
        return shown

    def _with_full_causes(self, found: Finding) -> Finding:
        if not found.causes and not found.identity:
            return found
        causes, identity = _replaced((found.causes, found.identity), self._mark, self._full)
        return found._replace(causes=causes, identity=identity)


def unpacking_folder(made: str) -> str:
    """Create the folder for a tree, below one that was made for it, and return it."""
    folder = os.path.join(os.path.realpath(made), *["above"] * ABOVE, "tree")
    os.makedirs(folder)
    return folder


def _around(folder: str, name: str) -> list[tuple[str, str]]:
    """Return a folder and those around it, innermost first, each with its new name."""
    pairs = [(folder, name)]
    for _ in range(ABOVE):
        folder = os.path.dirname(folder)
        name = os.path.dirname(name) if os.path.isabs(name) else f"{name}/.."
        pairs.append((folder, name.rstrip("/")))
    return pairs


def _replaced(value: Any, mark: str, names: list[tuple[str, str]]) -> Any:
    """Return a tuple, of tuples and strings, with other names in all strings that contain a mark."""
    if isinstance(value, str):
        if mark in value:
            for old, new in names:
                value = value.replace(old, new)
        return value
    if not isinstance(value, tuple):
        return value
    items = [_replaced(item, mark, names) for item in value]
    if all(a is b for a, b in zip(items, value, strict=True)):
        return value
    return type(value)._make(items) if hasattr(value, "_make") else tuple(items)
