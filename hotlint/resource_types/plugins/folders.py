"""Folders of plugins on disk, found as Heat's engine does (heat/common/plugin_loader.py), as a layer of the catalog.

This module opens files; the rest of the reader only sees their texts.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hotlint.common.boundary import is_within
from hotlint.common.files import ReadError, read_start
from hotlint.resource_types.catalog import PACKAGED, Layer
from hotlint.resource_types.facts import Facts
from hotlint.resource_types.plugins import Plugins, ReadProblem, read_plugins
from hotlint.resource_types.plugins.source import LONGEST

_MOST_FILES = 2_000
_DEEPEST = 12


def read_plugin_dir(folder: str) -> dict[str, str]:
    """Return the text of each module of a plugin folder by its path below it ("net/port.py").

    As in Heat, subfolders count only with an `__init__.py`; tests and setup.py are left out, and so is whatever cannot be
    read, or is a link that leads out of the folder.
    """
    texts: dict[str, str] = {}
    for path in _modules(folder, "", 0):
        if len(texts) >= _MOST_FILES:
            break
        file = os.path.join(folder, *path.split("/"))
        try:
            if is_within(file, folder):
                texts[path] = _decoded(read_start(file, 4 * LONGEST))
        except (OSError, ReadError):
            continue
    return texts


def read_plugin_dirs(folders: Sequence[str]) -> Plugins:
    """Read the plugins of all folders; positions and problems in the result have paths that can be opened.

    The folders are one package: a module may import one of another folder, and the first of two with one name counts.
    """
    texts: dict[str, str] = {}
    origin: dict[str, str] = {}
    for folder in folders:
        for path, text in read_plugin_dir(folder).items():
            if path not in texts:
                texts[path], origin[path] = text, os.path.join(folder, *path.split("/"))
    found = read_plugins(
        texts, folders=[os.path.abspath(f).replace(os.sep, "/") for f in folders], facts=packaged_facts
    )
    return replace(
        found,
        positions={name: replace(p, path=origin[p.path]) for name, p in found.positions.items() if p.path in origin},
        problems=tuple(ReadProblem(origin[p.path], p.offset, p.message) for p in found.problems),
    )


def plugin_layer(folders: Sequence[str]) -> tuple[Layer, Plugins]:
    """Return the types of plugin folders as a layer of the catalog, and the rest of the reading.

    The patterns of `Plugins.unread` belong to the `known_types` of the catalog.
    """
    found = read_plugin_dirs(folders)
    return Layer.of("plugins", found.types), found


def packaged_facts(name: str) -> Facts | None:
    """Return the JSON of a file of the packaged facts; None when there is no such file."""
    try:
        return PACKAGED.file(name)
    except OSError:
        return None


def _modules(folder: str, below: str, depth: int) -> Iterator[str]:
    try:
        entries = sorted(os.scandir(os.path.join(folder, below)), key=lambda entry: entry.name)
    except (OSError, ValueError):
        return
    for entry in entries:
        path = f"{below}{entry.name}"
        if entry.name.endswith(".py") and entry.name != "setup.py" and entry.is_file():
            yield path
        elif entry.name != "tests" and depth < _DEEPEST and os.path.isfile(os.path.join(entry.path, "__init__.py")):
            yield from _modules(folder, f"{path}/", depth + 1)


def _decoded(data: bytes) -> str:
    """Return the text of a source file as UTF-8, or as Latin-1 where it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
