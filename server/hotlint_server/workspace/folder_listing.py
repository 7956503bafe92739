"""The names of the files below a folder, for completion of paths: a folder is read again when its stamp has changed."""

from __future__ import annotations

import os
import time
from typing import NamedTuple

from hotlint.common.files import FileStamp, file_stamp, is_skipped_folder

MAX_FILES = 5000
"""The files that are listed of one folder and all below it."""
MAX_FOLDERS = 1000
_SETTLED = 2_000_000_000
"""The nanoseconds after a change of a folder from which on a later change shows in its stamp, whatever the file system is."""


class _Folder(NamedTuple):
    stamp: FileStamp
    files: tuple[str, ...]
    inner: tuple[str, ...]


class FolderListing:
    """Lists the files below a folder, without hidden ones and those of tools. Links to folders are not followed."""

    def __init__(self) -> None:
        self._folders: dict[str, _Folder] = {}

    def below(self, root: str, depth: int = MAX_FOLDERS) -> list[tuple[str, tuple[str, ...]]]:
        """Return the folders from one on, each with the sorted names of its files: `MAX_FILES` at most.

        `depth` is the number of folders that may be nested in each other.
        """
        found: list[tuple[str, tuple[str, ...]]] = []
        waiting, left = [(root, depth)], MAX_FILES
        while waiting and left > 0 and len(found) < MAX_FOLDERS:
            path, deeper = waiting.pop()
            folder = self._read(path)
            found.append((path, folder.files[:left]))
            left -= len(folder.files)
            if deeper:
                waiting.extend((os.path.join(path, name), deeper - 1) for name in reversed(folder.inner))
        return found

    def _read(self, path: str) -> _Folder:
        stamp, known = file_stamp(path), self._folders.get(path)
        if known is not None and known.stamp == stamp:
            return known
        files, inner = [], []
        try:
            with os.scandir(path) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        inner += [] if is_skipped_folder(entry.name) else [entry.name]
                    elif not entry.name.startswith(".") and not entry.is_dir():
                        files.append(entry.name)
        except (OSError, ValueError):
            return _Folder(stamp, (), ())
        folder = _Folder(stamp, tuple(sorted(files)), tuple(sorted(inner)))
        if time.time_ns() - stamp.modified > _SETTLED:
            self._folders[path] = folder
        return folder
