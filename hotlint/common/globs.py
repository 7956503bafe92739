"""Glob patterns of the configuration: `*` and `?` stay within a folder's name, `**` spans folders, `[ab]` is a choice.

A pattern without a slash counts at any depth, as in .gitignore; one that matches a folder matches all that is in it.
Matching takes time in proportion to the pattern times the path, whatever they hold: nothing is tried twice.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from hotlint.common.records import NamedTuple

WALK_LIMIT = 100_000
"""Files and folders that `**` looks at: a pattern may begin at the root of the file system."""
_WILD = "*?["
Part = str | re.Pattern[str] | None
"""A name, a pattern of names, or None for any number of folders."""


class Glob(NamedTuple):
    """A pattern, by the parts between its slashes. `from_top`: it counts at its own folder only, not at any depth."""

    parts: tuple[Part, ...]
    from_top: bool

    def matches(self, names: Sequence[str], *, whole: bool = False) -> bool:
        """Return whether the pattern matches a path, by its names, or (unless `whole`) a folder that the path is in.

        Only the last `**` is ever tried at another place: what is before it has been found as early as possible.
        """
        parts, at, part = self.parts, 0, 0
        retry: tuple[int, int] | None = None if self.from_top else (0, 0)
        while part < len(parts) or (whole and at < len(names)):
            wanted = parts[part] if part < len(parts) else ""
            if wanted is None:
                part += 1
                retry = (part, at)
            elif at == len(names):
                return False
            elif wanted == names[at] if isinstance(wanted, str) else wanted.match(names[at]):
                part, at = part + 1, at + 1
            elif retry is not None:
                part, at = retry[0], retry[1] + 1
                retry = (part, at)
            else:
                return False
        return True


# As many as a configuration of 100 KB may have: with fewer, each file and folder would compile them anew.
@lru_cache(maxsize=32_768)
def compiled(pattern: str) -> Glob:
    """Return a pattern of the configuration in its parts."""
    return glob_of(pattern.strip("/").split("/"), from_top="/" in pattern.rstrip("/"))


def glob_of(parts: Sequence[str], *, from_top: bool) -> Glob:
    """Return the pattern with these parts between its slashes."""
    found: list[Part] = []
    for part in parts:
        if part == "**":
            found += [] if found and found[-1] is None else [None]
        elif part not in ("", "."):
            found.append(_part(part))
    if found and found[-1] is None:  # something below, not the folder itself
        found.append(_part("*"))
    return Glob(tuple(found), from_top)


def _part(part: str) -> Part:
    if not any(sign in part for sign in _WILD):
        return part
    from fnmatch import translate

    # The standard library's own translation never goes back behind a `*` that it has passed.
    return re.compile(translate(part))


def matcher(patterns: Sequence[str]) -> Callable[[str], bool]:
    """Return what tells whether a name, of which slashes are no special part, is one of some patterns or matches one.

    All are one expression: there may be thousands.
    """
    if not patterns:
        return lambda name: False
    from fnmatch import translate

    names, matched = frozenset(patterns), re.compile("|".join(map(translate, patterns))).match
    return lambda name: name in names or matched(name) is not None


def matches(pattern: str, path: str) -> bool:
    """Whether a pattern matches a path, which is relative to the pattern's folder and has slashes."""
    return compiled(pattern).matches(path.split("/"))


def expand(pattern: str) -> list[str]:
    """Return the files that a pattern of a path matches, sorted. A hidden file is matched by a part with a dot only."""
    from glob import glob

    if "**" not in pattern.split("/"):
        return sorted(path for path in glob(pattern) if os.path.isfile(path))
    parts = pattern.split("/")
    first = parts.index("**")
    head = "/".join(parts[:first]) or ("/" if first else "")
    wanted = glob_of(parts[first:], from_top=True)
    hidden = any(part.startswith(".") for part in parts[first:])
    folders = sorted(glob(head)) if head else [""]
    return sorted(
        {path for folder in folders for path in _below(folder, wanted, hidden=hidden) if os.path.isfile(path)}
    )


def _below(top: str, wanted: Glob, *, hidden: bool) -> Iterator[str]:
    """Yield the files below a folder that a pattern matches, of the first `WALK_LIMIT` files and folders."""
    left = WALK_LIMIT
    for folder, inner, files in os.walk(top or "."):
        inner[:] = sorted(name for name in inner if hidden or not name.startswith("."))
        left -= len(inner) + len(files)
        if left < 0:
            return
        relative = os.path.relpath(folder, top or ".")
        names = [] if relative == "." else relative.split(os.sep)
        for name in files:
            if (hidden or not name.startswith(".")) and wanted.matches([*names, name], whole=True):
                yield os.path.join(top, *names, name)
