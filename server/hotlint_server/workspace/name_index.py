"""The names that the templates of a workspace declare, for completion and workspace symbols."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from hotlint.analysis.file_kinds import ENDINGS
from hotlint.common.boundary import text_within
from hotlint.common.files import FileStamp, ReadError, file_stamp, is_skipped_folder
from hotlint.ide.completion import DeclaredNames, NeighborNames, TreeNames
from hotlint.ide.completion.tree_names import FileNames

_LIBRARIES = ("venv", "site-packages")
"""Folders with so many files that few of the workspace's own would be read."""
MAX_FILES = 5000
MAX_FILE_BYTES = 512 * 1024
MAX_FILES_IN_FOLDER = 300


class _IndexedFile(NamedTuple):
    stamp: FileStamp
    names: DeclaredNames
    of_tree: list[FileNames]  # made when a tree is asked for


def _counted(templates: list[DeclaredNames]) -> NeighborNames:
    """Return how many templates have each name."""
    counted = NeighborNames(*({} for _ in NeighborNames._fields))
    for names in templates:
        assert names.version is not None
        _add(counted.versions, [names.version])
        _add(counted.parameters, names.parameters)
        _add(counted.resources, names.resources)
        _add(counted.keys, names.deep)
        _add(counted.placeholders, names.placeholders)
        _add(counted.files, names.files)
        _add(counted.types, dict.fromkeys(r.type for r in names.resources.values() if r.type))
        for resource in names.resources.values():
            if resource.type:
                _add(counted.types_by_resource.setdefault(resource.name, {}), [resource.type])
        for before, steps in names.steps.items():
            _add(counted.steps.setdefault(before, {}), steps)
        for place, there in names.habits.items():
            known = counted.habits.setdefault(place, {})
            for name, count in there.items():
                known[name] = known.get(name, 0) + count
        for parent, key in dict.fromkeys(names.nested_keys):
            _add(counted.keys_by_parent.setdefault(parent, {}), [key])
    return counted


def _add(counts: dict[str, int], names: Iterable[str]) -> None:
    for name in names:
        counts[name] = counts.get(name, 0) + 1


class NameIndex:
    """Names by path of a file, as last read from disk. `confined_to` returns the only folder that may be read for a path."""

    def __init__(self, confined_to: Callable[[str], str | None] = lambda path: None) -> None:
        self._confined_to = confined_to
        self._files: dict[str, _IndexedFile] = {}
        self._by_folder: dict[str, dict[str, None]] = {}  # the paths of files that have been read
        self._folders: set[str] = set()
        self._near: dict[str, tuple[str, NeighborNames]] = {}  # by folder: of the last file there
        self._trees: dict[str, TreeNames] = {}  # by root
        self._tree: tuple[str, str, TreeNames] | None = None  # of the last tree, without the last file

    def files(self) -> Iterator[tuple[str, DeclaredNames]]:
        """Return path and names of every file that has been read."""
        return ((path, read.names) for path, read in self._files.items())

    def in_folder(self, folder: str) -> Iterator[tuple[str, DeclaredNames]]:
        """Return path and names of every file of a folder that has been read."""
        return ((path, self._files[path].names) for path in self._by_folder.get(folder, ()))

    def names(self, path: str) -> DeclaredNames | None:
        """Return the names in a file, read again when it has changed; None for one that cannot be read."""
        stamp = file_stamp(path)
        if stamp == FileStamp():
            self.forget(path)
            return None
        known = self._files.get(path)
        if known is not None and known.stamp == stamp:
            return known.names
        if stamp.size > MAX_FILE_BYTES:
            return None
        try:
            names = DeclaredNames(text_within(path, self._confined_to(path)))
        except (OSError, ReadError):
            return None
        self._files[path] = _IndexedFile(stamp, names, [])
        self._by_folder.setdefault(os.path.dirname(path), {})[path] = None
        self._changed(path)
        return names

    def forget(self, path: str) -> None:
        """Drop the names of a file that is gone."""
        if self._files.pop(path, None) is not None:
            del self._by_folder[os.path.dirname(path)][path]
            self._changed(path)

    def neighbors(self, path: str) -> NeighborNames:
        """Return how often names occur in the other templates of a file's folder, and the types in its own saved text."""
        folder = os.path.dirname(path)
        if folder not in self._near or self._near[folder][0] != path:
            others = [names for other, names in self.in_folder(folder) if names.version and other != path]
            near, saved = _counted(others), self._files.get(path)
            if saved is not None:
                _add(near.saved_types, (r.type for r in saved.names.resources.values() if r.type))
            self._near[folder] = (path, near)
        return self._near[folder][1]

    def tree(self, root: str, without: str) -> TreeNames:
        """Return the names in all files below a folder, except those of one file; of all that are known for the folder ""."""
        if self._tree is None or self._tree[:2] != (root, without):
            if root not in self._trees:
                inside = os.path.join(root, "")
                self._trees[root] = TreeNames(self._of_tree(path) for path in self._files if path.startswith(inside))
            self._tree = (root, without, self._trees[root].without(without))
        return self._tree[2]

    def users(self, root: str, without: str, type_: str) -> Iterator[tuple[str, DeclaredNames]]:
        """Yield the files below a folder that name a resource type, except one of them, with their names."""
        inside = os.path.join(root, "") if root else ""
        for path, names in self.files():
            if path != without and path.startswith(inside) and type_ in names.text:
                yield path, names

    def _of_tree(self, path: str) -> FileNames:
        read = self._files[path]
        if not read.of_tree:
            read.of_tree.append(FileNames(path, read.names))
        return read.of_tree[0]

    def _changed(self, path: str) -> None:
        """Drop what depends on a file."""
        self._near.pop(os.path.dirname(path), None)
        self._trees.clear()
        self._tree = None

    def is_among_environments(self, path: str) -> bool:
        """Return whether most templates and environments in the folder of a file are environments."""
        near = [names for other, names in self.in_folder(os.path.dirname(path)) if other != path]
        environments = sum(not names.version and bool(names.defaults or names.registry) for names in near)
        return environments > sum(names.version is not None for names in near)

    async def read_folder(self, folder: str) -> None:
        """Read the templates of one folder, giving way to messages after each."""
        if folder in self._folders or not os.path.isdir(folder):
            return
        self._folders.add(folder)
        for name in sorted(os.listdir(folder))[:MAX_FILES_IN_FOLDER]:
            if name.endswith(ENDINGS):
                self.names(os.path.join(folder, name))
                await asyncio.sleep(0)

    async def read_below(self, root: str) -> None:
        """Read every template below a folder, except in hidden folders and installed packages."""
        left = MAX_FILES
        for folder, inner, files in os.walk(root):
            inner[:] = sorted(d for d in inner if not is_skipped_folder(d) and d not in _LIBRARIES)
            left -= len(files)
            if left < 0:
                return
            await self.read_folder(folder)
