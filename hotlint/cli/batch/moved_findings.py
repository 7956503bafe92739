"""Known findings whose logical path has changed: something above them was renamed, or an item was added to a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hotlint.syntax.logical_path import has_path, steps_of
from hotlint.syntax.nodes import Node


class Former:
    """Known findings of one file and code that are not found where they were, by their logical paths, each with its number."""

    def __init__(self, paths: Iterable[tuple[str, int]], root: Callable[[], Node | None]) -> None:
        self._left = dict(paths)
        self._root = root

    def take(self, path: str) -> str | None:
        """Return where the finding at `path` was before, which is counted off; None for one that is new."""
        found = next((old for old, n in self._left.items() if n > 0 and self._is_moved(old, path)), None)
        if found is not None:
            self._left[found] -= 1
        return found

    def _is_moved(self, old: str, new: str) -> bool:
        """Return whether two paths differ in indices of lists, and at most in one key above the finding, which is gone."""
        before, after = steps_of(old), steps_of(new)
        if len(before) != len(after):
            return False
        pairs = enumerate(zip(before, after, strict=True))
        renamed = [i for i, (a, b) in pairs if a != b and not (a.isdecimal() and b.isdecimal())]
        if not renamed:
            return True
        (at,) = renamed if len(renamed) == 1 else (len(after) - 1,)
        return at < len(after) - 1 and not has_path(self._root(), [*after[:at], before[at]])
