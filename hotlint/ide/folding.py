"""Ranges of lines that can be folded: block collections and block scalars of several lines, runs of comments."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.ide.file_analysis import FileAnalysis
from hotlint.syntax.nodes import Mapping, Scalar, Sequence, walk
from hotlint.syntax.source import LineIndex


class FoldingRange(NamedTuple):
    """0-based first and last line; `kind` is "comment" or "region"."""

    first: int
    last: int
    kind: str


def folding_ranges(analysis: FileAnalysis) -> list[FoldingRange]:
    """Return the ranges in order of their first line."""
    lines = LineIndex(analysis.text)
    found: dict[int, FoldingRange] = {}

    def add(start: int, end: int) -> None:
        first, last = lines.position(start).line, lines.position(end).line
        if last > first and (first not in found or found[first].last < last):
            found[first] = FoldingRange(first, last, "region")

    for node in walk(analysis.document.root):
        if isinstance(node, Mapping):
            for entry in node.entries:
                if entry.via is None and (
                    not isinstance(entry.value, Scalar) or "\n" in analysis.text[entry.value.start : entry.value.end]
                ):
                    add(entry.key.start, entry.value.end)
        elif isinstance(node, Sequence):
            for item in node.items:
                if not isinstance(item, Scalar):
                    add(item.start, item.end)
    return sorted([*found.values(), *_comments(analysis, lines)])


def _comments(analysis: FileAnalysis, lines: LineIndex) -> list[FoldingRange]:
    """Runs of two or more lines that hold a comment and nothing else."""
    rows = [lines.position(c.start) for c in analysis.document.comments]
    whole = [r.line for r in rows if not lines.line_text(r.line)[: r.column].strip()]
    runs: list[list[int]] = []
    for line in whole:
        if runs and runs[-1][-1] == line - 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    return [FoldingRange(run[0], run[-1], "comment") for run in runs if len(run) > 1]
