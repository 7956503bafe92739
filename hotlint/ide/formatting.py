"""Format a text in an editor: all of it, the lines of a range, or the line that a line break has just begun."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.common.suggestions import shared_start
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
_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_ITEM = re.compile(r"\s*(?:-\s+)+(?=\S)")


def document_edits(analysis: FileAnalysis, settings: Settings = USUAL) -> list[Edit]:
    """Return the edits that format a text; none where that cannot be proved to change nothing for Heat.

    Where the number of lines stays, each edit is what changes in one line: a cursor beside it stays where it is.
    """
    return [small for edit in _edits_of_lines(analysis, settings) for small in _narrowed(edit, analysis.text)]


def _edits_of_lines(analysis: FileAnalysis, settings: Settings) -> list[Edit]:
    return line_edits(analysis.text, format_text(analysis.text, analysis.path, settings).text)


def _narrowed(edit: Edit, text: str) -> Iterator[Edit]:
    """Yield an edit of whole lines as edits of what changes in each; as it is where lines or their ends change."""
    old, new = (_LINE.findall(part) for part in (text[edit.span.start : edit.span.end], edit.text))
    if [end for _, end in old] != [end for _, end in new]:
        yield edit
        return
    start = edit.span.start
    for (before, end), (after, _) in zip(old, new, strict=True):
        if before != after:
            same = shared_start(before, after)
            rest = shared_start(before[same:][::-1], after[same:][::-1])
            yield Edit(Span(start + same, start + len(before) - rest), after[same : len(after) - rest])
        start += len(before) + len(end)


def range_edits(analysis: FileAnalysis, span: Span, settings: Settings = USUAL) -> list[Edit]:
    """Return the edits that format the lines of a span.

    None when they mean another document without the others, as when only a part of a block would be indented.
    """
    lines = LineIndex(analysis.text)
    first, last = lines.position(span.start).line, lines.position(max(span.end - 1, span.start)).line
    start, end = lines.line_span(first).start, lines.line_span(last).end
    edits = [e for e in _edits_of_lines(analysis, settings) if e.span.start <= end and e.span.end >= start]
    after = parse(Source(analysis.path, apply_edits(analysis.text, edits)))
    is_same = difference(analysis.document, after) is None
    return [small for edit in edits for small in _narrowed(edit, analysis.text)] if is_same else []


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
