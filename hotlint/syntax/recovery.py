"""Recovery of documents that are not valid YAML: blank the invalid lines, parse the rest, bound what is unreliable.

Imported only when the parser has failed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

from hotlint.common.records import NamedTuple
from hotlint.syntax.nodes import Document, Mapping, Problem
from hotlint.syntax.source import LineIndex, Source, Span

Attempt = Callable[[Source, str], Document]

_REPAIR_LIMIT = 8
_ITEM = re.compile(r"-(?:\s|$)")
"""The start of a list item, whose indentation may be that of the key above."""


def repair(document: Document, attempt: Attempt) -> Document:
    """Return a broken document with as much of it as can be parsed: invalid lines blanked, the rest parsed again.

    Only the first problem is reported, as most others follow from it, and tabs in the indentation of other entries. Spans stay
    valid, since blanks keep the offsets.
    """
    first = next(p for p in document.problems if p.slug not in ("duplicate-key",))
    text, best, current = document.text, document, document
    lost: list[Span] = []
    tabs: list[Problem] = []
    for _ in range(_REPAIR_LIMIT):
        problem = current.problems[-1]
        if problem.slug == "tab" and problem != first and not _is_near(problem, current, lost):
            tabs.append(problem)
        lines = LineIndex(text)
        for place in (problem.span.start, problem.related.start if problem.related else -1):
            start, end = lines.line_span(lines.position(place).line) if place >= 0 else (0, 0)
            if text[start:end].strip():
                break
        else:
            start, end = _line_above(text, problem.span.start)
        if not text[start:end].strip():
            break
        text = text[:start] + " " * (end - start) + text[end:]
        lost.append(Span(start, end))
        current = attempt(document.source, text)
        if not current.broken:
            best = current
            break
        if current.problems[-1].span.start >= best.problems[-1].span.start:
            best = current
    if best.broken:
        at = best.problems[-1].span.start
        lost.append(Span(text.rfind("\n", 0, at) + 1, len(text)))
    found = Document(
        best.source,
        best.root,
        problems=[first, *tabs],
        anchors=best.anchors,
        aliases=best.aliases,
        broken=True,
        lost=lost,
    )
    duplicates = [p for p in best.problems if p.slug == "duplicate-key" and p != first]
    uncertain = unreliable(found) if duplicates else []  # around a lost line, entries of two mappings seem to be of one
    found.problems += [p for p in duplicates if not any(s.start <= p.span.start < s.end for s in uncertain)]
    return found


def _is_near(problem: Problem, document: Document, lost: list[Span]) -> bool:
    """Return whether a problem is in an entry whose structure is uncertain, since lines around it were left out."""
    without = Document(document.source, document.root, broken=True, lost=lost)
    above = document.text.rfind("\n", 0, problem.span.start)  # a tab does not say how deep its own line is
    return any(span.start <= above < span.end for span in unreliable(without))


def _line_above(text: str, at: int) -> tuple[int, int]:
    """Return the start and end of the last line before an offset that is not blank."""
    end = len(text[:at].rstrip())
    return text.rfind("\n", 0, end) + 1, end


class _Line(NamedTuple):
    """A line that begins an entry: code-point offsets, and its indentation in columns."""

    start: int
    end: int
    indent: int


def unreliable(document: Document) -> list[Span]:
    """Return the spans of a broken text whose structure is uncertain: those around the lines that were left out.

    When the line that begins an entry cannot be parsed, the lines indented below it seem to belong to the entry above.
    So the whole of both entries is unreliable, up to the next line that begins an entry or a section.
    """
    text = document.text
    lost = document.lost or [p.span for p in document.problems if p.slug != "duplicate-key"]
    starts = {text.rfind("\n", 0, span.start) + 1 for span in lost}
    lines = [
        _Line(m.start(), m.end(), len(m.group(1)))
        for m in re.finditer(r"(?m)^( *)(?![ #]|\t*$)[^\n]+$", text)
        if m.start() in starts or not _ITEM.match(text, m.end(1))
    ]
    found = []
    for span in lost:
        at = bisect_right(lines, span.start, key=lambda line: line.start) - 1
        if at < 0 or (isinstance(document.root, Mapping) and document.root.flow):
            return [Span(0, len(text))]
        found += _around(lines, at, max(span.end, lines[at].end), len(text))
        if at and text[lines[at].start + lines[at].indent] == "\t":  # the line may belong to the entry above, too
            as_above = [*lines[:at], lines[at]._replace(indent=lines[at - 1].indent), *lines[at + 1 :]]
            found += _around(as_above, at, max(span.end, lines[at].end), len(text))
    return found


def _around(lines: list[_Line], at: int, end: int, length: int) -> list[Span]:
    """Return the spans that the loss of line `at`, and of the text after it up to `end`, makes unreliable."""
    section = next((i for i in range(at - 1, -1, -1) if lines[i].indent == 0), None)
    after = next((i for i in range(at + 1, len(lines)) if lines[i].start >= end), len(lines))
    if section is None:
        return [Span(0, length)]
    if lines[at].indent == 0:
        return [
            Span(lines[section].start, lines[section].end),
            Span(lines[at].start, _next(lines, after, 0, length)),
        ]
    level = lines[section + 1].indent
    last = next((i for i in range(at + 1, len(lines)) if lines[i].indent == 0), len(lines))
    if any(line.indent < level for line in lines[section + 1 : last]):  # the section begins deeper than its entries
        return [Span(lines[section].end, _next(lines, last, 0, length))]
    header = next((i for i in range(at - 1, section, -1) if lines[i].indent <= level), section)
    return [Span(lines[header].start, _next(lines, after, level, length))]


def _next(lines: list[_Line], first: int, level: int, length: int) -> int:
    """Return the start of the next line, from line `first` on, that is indented by `level` at most."""
    return next((line.start for line in lines[first:] if line.indent <= level), length)
