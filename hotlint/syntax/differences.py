"""Differences between two texts, line by line: as edits, as a unified diff, and as marked lines."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher, unified_diff

from hotlint.syntax.edits import Edit
from hotlint.syntax.source import Span

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
        blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        yield from (block[1:] for block in blocks if block[0] != "equal")
        return
    written, made = ([i for i, line in enumerate(lines) if line.strip()] for lines in (old, new))
    if len(written) != len(made):
        yield 0, len(old), 0, len(new)
        return
    i = k = 0
    for j, m in zip([*written, len(old)], [*made, len(new)], strict=True):
        if old[i : j + 1] != new[k : m + 1]:
            yield i, min(j + 1, len(old)), k, min(m + 1, len(new))
        i, k = j + 1, m + 1


def unified(path: str, before: str, after: str) -> str:
    """Return a unified diff, as `patch -p1` and `git apply` take it."""
    name = path.replace(os.sep, "/").lstrip("/")
    lines = unified_diff(_lines(before), _lines(after), f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    """Return lines with their ends; only \\n ends one, as in patch and git."""
    *lines, last = text.split("\n")
    return [*(f"{line}\n" for line in lines), *([last] if last else [])]


def marked(old: Sequence[str], new: Sequence[str], context: int) -> list[str]:
    """Return the lines that change, with those around them, each with "-", "+" or " " before it; "..." for what is left out."""
    found = (line for line in unified_diff(old, new, lineterm="", n=context) if not line.startswith(("---", "+++")))
    lines = [" ..." if line.startswith("@@") else f"{line[:1]} {line[1:]}" for line in found]
    return lines[1:] if lines[:1] == [" ..."] else lines
