"""Differences between two texts, line by line: as edits, as a unified diff, and as marked lines."""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from hotlint.syntax.edits import Edit
from hotlint.syntax.source import Span

_PAIRS = 50_000
"""Pairs of equal lines up to which all of them are compared: that takes time in proportion to the pairs and to the changes."""
_DEEPEST = 32
"""How often lines that change are cut at lines that do not."""
MATCHED = 1_000
"""Lines of a text whose equal lines are matched with each other; in a longer one, those with text are, in their order."""
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def line_edits(before: str, after: str) -> list[Edit]:
    """Return edits of whole lines that turn one text into another."""
    if before == after:
        return []
    old, new = _LINE.findall(before), _LINE.findall(after)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    return [Edit(Span(starts[i], starts[j]), "".join(new[k:m])) for i, j, k, m in _changed_lines(old, new)]


def _changed_lines(old: list[str], new: list[str]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the ranges of lines that differ, as (start, end) in both lists."""
    if max(len(old), len(new)) <= MATCHED:
        yield from _changes(old, new)
        return
    written, made = ([i for i, line in enumerate(lines) if line.strip()] for lines in (old, new))
    if len(written) != len(made):
        yield from _changes(old, new)
        return
    i = k = 0
    for j, m in zip([*written, len(old)], [*made, len(new)], strict=True):
        if old[i : j + 1] != new[k : m + 1]:
            yield i, min(j + 1, len(old)), k, min(m + 1, len(new))
        i, k = j + 1, m + 1


def unified(path: str, before: str, after: str) -> str:
    """Return a unified diff, as `patch -p1` and `git apply` take it."""
    name = path.replace(os.sep, "/").lstrip("/")
    head = [f"--- a/{name}\n", f"+++ b/{name}\n"] if before != after else []
    lines = [*head, *_hunks(_lines(before), _lines(after), 3)]
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    """Return lines with their ends; only \\n ends one, as in patch and git."""
    *lines, last = text.split("\n")
    return [*(f"{line}\n" for line in lines), *([last] if last else [])]


def marked(old: Sequence[str], new: Sequence[str], context: int) -> list[str]:
    """Return the lines that change, with those around them, each with "-", "+" or " " before it; "..." for what is left out."""
    lines = [" ..." if line.startswith("@@") else f"{line[:1]} {line[1:]}" for line in _hunks(old, new, context)]
    return lines[1:] if lines[:1] == [" ..."] else lines


def _hunks(old: Sequence[str], new: Sequence[str], context: int) -> Iterator[str]:
    """Yield the lines of a unified diff, without the names of the files."""
    found = list(_with_equal(_changes(old, new), len(old), len(new)))
    for group in _Found(found).get_grouped_opcodes(context) if old or new else ():
        (_, first, _, begin, _), (_, _, last, _, end) = group[0], group[-1]
        yield f"@@ -{_range(first, last)} +{_range(begin, end)} @@\n"
        for kind, i, j, k, m in group:
            if kind == "equal":
                yield from (f" {line}" for line in old[i:j])
            else:
                yield from (f"-{line}" for line in old[i:j])
                yield from (f"+{line}" for line in new[k:m])


class _Found(SequenceMatcher[str]):
    """Groups differences that have been found."""

    def __init__(self, found: list[Any]) -> None:
        super().__init__()
        self._found = found

    def get_opcodes(self) -> list[Any]:
        return self._found


def _range(start: int, end: int) -> str:
    """Return lines as a hunk names them: the first one, counted from 1, and how many there are, unless that is one."""
    if end - start == 1:
        return str(start + 1)
    return f"{start + 1 if end > start else start},{end - start}"


_Change = tuple[int, int, int, int]


def _with_equal(changes: Iterable[_Change], old: int, new: int) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield changes and the equal parts between them, as difflib names both; the texts have so many lines."""
    at, other = 0, 0
    for i, j, k, m in changes:
        if i > at:
            yield "equal", at, i, other, k
        yield "replace", i, j, k, m
        at, other = j, m
    if at < old:
        yield "equal", at, old, other, new


def _changes(old: Sequence[str], new: Sequence[str]) -> list[_Change]:
    """Return the ranges of lines that differ, as (start, end) in both texts, in n log n steps.

    difflib takes the square of it where many lines are equal, and the cube where they change in many places. So what is large is
    cut at the lines that both have once, and in the same order.
    """
    return list(_changes_between(old, new, (0, len(old), 0, len(new)), 0))


def _changes_between(old: Sequence[str], new: Sequence[str], within: _Change, depth: int) -> Iterator[_Change]:
    i, j, k, m = within
    while i < j and k < m and old[i] == new[k]:
        i, k = i + 1, k + 1
    while i < j and k < m and old[j - 1] == new[m - 1]:
        j, m = j - 1, m - 1
    if i == j or k == m:
        if i < j or k < m:
            yield i, j, k, m
        return
    counts, others = Counter(old[i:j]), Counter(new[k:m])
    pairs = sum(count * others[line] for line, count in counts.items())
    if 0 < pairs <= _PAIRS and j - i + m - k <= 2 * MATCHED:
        for kind, a, b, c, d in SequenceMatcher(None, old[i:j], new[k:m], autojunk=False).get_opcodes():
            if kind != "equal":
                yield i + a, i + b, k + c, k + d
        return
    once = {line for line, count in counts.items() if count == 1 == others[line]} if depth < _DEEPEST else set()
    if not once:
        yield i, j, k, m
        return
    places = {line: n for n, line in enumerate(new[k:m], k) if line in once}
    for a, c in [*_increasing([(n, places[line]) for n, line in enumerate(old[i:j], i) if line in once]), (j, m)]:
        yield from _changes_between(old, new, (i, a, k, c), depth + 1)
        i, k = a, c


def _increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest part of pairs, which increase in the first number, that increases in the second one, too."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, (_, second) in enumerate(pairs):
        at = bisect_left(ends, second)
        before.append(last[at - 1] if at else -1)
        ends[at : at + 1], last[at : at + 1] = [second], [index]
    found = []
    index = last[-1]
    while index >= 0:
        found.append(pairs[index])
        index = before[index]
    return found[::-1]
