"""Format a text in an editor: all of it, the lines of a range, or the line that a line break has just begun."""

from __future__ import annotations

import re

from hotlint.ide.file_analysis import FileAnalysis
from hotlint.linter.settings.model import Settings
from hotlint.rewriting.equivalence import difference
from hotlint.rewriting.formatter import USUAL, format_text
from hotlint.syntax.differences import line_edits
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.nodes import Document, Scalar, walk
from hotlint.syntax.parser import parse
from hotlint.syntax.source import LineIndex, Source, Span

_OPENS_LEVEL = re.compile(r"(?:.*[^\s#])?:(?:\s+(?:[|>][-+0-9]*|[&!]\S+))*\s*(?:\s#.*)?")
_ITEM = re.compile(r"\s*(?:-\s+)+(?=\S)")


def document_edits(analysis: FileAnalysis, settings: Settings = USUAL) -> list[Edit]:
    """Return the edits of whole lines that format a text; none where that cannot be proved to change nothing for Heat."""
    return line_edits(analysis.text, format_text(analysis.text, analysis.path, settings).text)


def range_edits(analysis: FileAnalysis, span: Span, settings: Settings = USUAL) -> list[Edit]:
    """Return the edits of `document_edits` that touch the lines of a span.

    None when they mean another document without the others, as when only a part of a block would be indented.
    """
    lines = LineIndex(analysis.text)
    first, last = lines.position(span.start).line, lines.position(max(span.end - 1, span.start)).line
    start, end = lines.line_span(first).start, lines.line_span(last).end
    edits = [e for e in document_edits(analysis, settings) if e.span.start <= end and e.span.end >= start]
    after = parse(Source(analysis.path, apply_edits(analysis.text, edits)))
    return edits if difference(analysis.document, after) is None else []


def typed_edits(analysis: FileAnalysis, offset: int) -> list[Edit]:
    """Return the edit that indents the empty line at an offset, which a line break has just begun: none if it is right.

    A line below `key:` or a block scalar's header is one level deeper, one below an item is aligned with its first key. The
    text of block scalars is left to the editor.
    """
    lines = LineIndex(analysis.text)
    line = lines.position(offset).line
    start, end = lines.line_span(line)
    if line == 0 or analysis.text[start:end].strip() or _in_scalar(analysis.document, start):
        return []
    above = lines.line_text(line - 1)
    if not above.strip() or above.lstrip().startswith("#"):
        return []
    item = _ITEM.match(above)
    column = len(item[0]) if item else len(above) - len(above.lstrip(" "))
    wanted = " " * (column + 2 if _OPENS_LEVEL.fullmatch(above) else column)
    return [] if analysis.text[start:end] == wanted else [Edit(Span(start, end), wanted)]


def _in_scalar(document: Document, offset: int) -> bool:
    """Return whether the line before an offset belongs to a scalar of several lines."""
    return any(
        isinstance(n, Scalar) and n.start < offset <= n.end + 1 and "\n" in document.text[n.start : n.end]
        for n in walk(document.root)
    )
