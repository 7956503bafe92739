"""Folders of Heat resource plugins on disk, read as Heat's engine finds them, and as a layer of the catalogue.

On the floor of `project`: the reader itself (`hotlint.resource_types.plugins`) opens no files.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hotlint.resource_types.catalog import PACKAGED, Layer
from hotlint.resource_types.facts import Facts
from hotlint.resource_types.plugins import Plugins, ReadProblem, read_plugins
from hotlint.resource_types.plugins.source import LONGEST

_MOST_FILES = 2_000
_DEEPEST = 12


def read_plugin_dir(folder: str) -> dict[str, str]:
    """The modules of a plugin folder: text by path below it ("net/port.py").

    As Heat does, folders count only with an `__init__.py`, and tests and setup.py not at all. A file that cannot be
    read is left out, and so is the folder itself.
    """
    found: dict[str, str] = {}
    for path in _modules(folder, "", 0):
        if len(found) >= _MOST_FILES:
            break
        try:
            with open(os.path.join(folder, *path.split("/")), "rb") as file:
                found[path] = _decoded(file.read(4 * LONGEST))
        except OSError:
            continue
    return found


def read_plugin_dirs(folders: Sequence[str]) -> Plugins:
    """What the plugins of all folders add to Heat; paths of places and problems are ready to open.

    They are one package to Heat: a module may import one of another folder, and of two with one name the first counts.
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
        places={name: replace(p, path=origin[p.path]) for name, p in found.places.items() if p.path in origin},
        problems=tuple(ReadProblem(origin[p.path], p.offset, p.message) for p in found.problems),
    )


def plugin_layer(folders: Sequence[str]) -> tuple[Layer, Plugins]:
    """The types of plugin folders as a layer of the catalogue, and all else that the plugins tell.

    Patterns in `Plugins.unread` belong among the catalogue's `known_types`.
    """
    found = read_plugin_dirs(folders)
    return Layer.of("plugins", found.types), found


def packaged_facts(name: str) -> Facts | None:
    """A file of the packaged catalogue; None when there is none."""
    try:
        return PACKAGED.file(name)
    except OSError:
        return None


def _modules(folder: str, below: str, depth: int) -> Iterator[str]:
    try:
        entries = sorted(os.scandir(os.path.join(folder, below)), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        path = f"{below}{entry.name}"
        if entry.name.endswith(".py") and entry.name != "setup.py" and entry.is_file():
            yield path
        elif entry.name != "tests" and depth < _DEEPEST and os.path.isfile(os.path.join(entry.path, "__init__.py")):
            yield from _modules(folder, f"{path}/", depth + 1)


def _decoded(data: bytes) -> str:
    """Text of a source file: UTF-8, or byte for byte where it is anything else."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
