"""Ranges of a document: lines that can be folded, and what a selection grows to."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.analysis.symbols import name_span
from hotlint.ide.cursor import cursor_at
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.syntax.nodes import Mapping, Scalar, Sequence, walk
from hotlint.syntax.source import LineIndex, Span


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


def selection_ranges(analysis: FileAnalysis, offset: int) -> list[Span]:
    """Return the spans around an offset, from the innermost outwards, each larger than the one before."""
    spot = cursor_at(analysis.document.root, offset)
    spans = [Span(0, len(analysis.text))]
    for index, node in enumerate(spot.nodes):
        spans.append(Span(node.start, max(node.end, node.start)))
        if isinstance(node, Mapping):
            for entry in node.entries:
                end = entry.via.end if entry.via else entry.value.end
                if entry.key.start <= offset <= max(entry.key.end, end):
                    spans.append(Span(entry.key.start, max(entry.key.end, end)))
        if isinstance(node, Scalar) and index == len(spot.nodes) - 1:
            spans.append(name_span(node))
            spans.append(_word(analysis.text, offset, name_span(node)))
    nested: list[Span] = []
    for span in spans:
        if span.start <= offset <= span.end and (
            not nested or (span != nested[-1] and nested[-1].start <= span.start and span.end <= nested[-1].end)
        ):
            nested.append(span)
    return list(reversed(nested))


def _word(text: str, offset: int, within: Span) -> Span:
    start = end = offset
    while start > within.start and (text[start - 1].isalnum() or text[start - 1] in "_-"):
        start -= 1
    while end < within.end and (text[end].isalnum() or text[end] in "_-"):
        end += 1
    return Span(start, end)
