"""Nested spans around an offset: the word, the scalar, the entry, the collection, up to the whole text."""

from __future__ import annotations

from hotlint.analysis.symbols import name_span
from hotlint.ide.cursor import cursor_at
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.syntax.nodes import Mapping, Scalar
from hotlint.syntax.source import Span


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
