"""Changes on disk, for editors that do not report them: files are compared with how they were at the last look."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from hotlint.common.files import FileStamp, file_stamp, is_skipped_folder

MAX_FILES = 20_000
"""Files of a folder that are looked at; others count as unchanged."""


class DiskStamps:
    """The stamps of files at the last look, by the folder that was looked through."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, FileStamp]] = {}

    def look(self, trees: Iterable[str], folders: Iterable[str], files: Iterable[str]) -> list[str]:
        """Return the files that have come, gone or changed since the last look.

        `trees` are folders with all that is below them, `folders` are those without. The first look at a folder or file
        returns nothing.
        """
        changed: dict[str, None] = {}
        for tree in trees:
            changed.update(dict.fromkeys(self._compared(tree, _below(tree))))
        for folder in folders:
            changed.update(dict.fromkeys(self._compared(os.path.join(folder, ""), _inside(folder))))
        single = self._known.setdefault("", {})
        for path in files:
            stamp = file_stamp(path)
            if single.setdefault(path, stamp) != stamp:
                single[path] = stamp
                changed[path] = None
        return list(changed)

    def _compared(self, key: str, entries: Iterator[os.DirEntry[str]]) -> list[str]:
        now: dict[str, FileStamp] = {}
        for entry in entries:
            now[entry.path] = file_stamp(entry.path)
            if len(now) >= MAX_FILES:
                break
        before = self._known.get(key, now)
        self._known[key] = now
        return [path for path in {**before, **now} if before.get(path) != now.get(path)]


def _below(folder: str) -> Iterator[os.DirEntry[str]]:
    waiting = [folder]
    while waiting:
        for entry in _entries(waiting.pop()):
            if entry.is_dir(follow_symlinks=False):
                if not is_skipped_folder(entry.name):
                    waiting.append(entry.path)
            else:
                yield entry


def _inside(folder: str) -> Iterator[os.DirEntry[str]]:
    return (entry for entry in _entries(folder) if not entry.is_dir())


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except (OSError, ValueError):
        return []
