"""Text and places in it: a source, a span of code points, and lines.

Everything inside hotlint speaks of code-point offsets from the start of the text, 0-based. Lines and columns
exist only where a person or an editor is spoken to; `LineIndex` turns one into the other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

_LINE_END = re.compile(r"\r\n|\n|\r")


class Span(NamedTuple):
    """A stretch of text: code-point offsets, `start` included, `end` not."""

    start: int
    end: int

    def __contains__(self, offset: object) -> bool:
        """Whether a cursor at `offset` touches the span (its end included)."""
        return isinstance(offset, int) and self.start <= offset <= self.end


class Position(NamedTuple):
    """A place as people say it, 0-based: line, and column in code points."""

    line: int
    column: int


class Source(NamedTuple):
    """One text and where it came from.

    `uri` is a file path or an editor's URI, used as the name of the text; `version` is the editor's number for it.
    """

    uri: str
    text: str
    version: int | None = None


class LineIndex:
    """Converts between offsets and lines of one text.

    A line ends at \\n, \\r\\n or \\r, as the Language Server Protocol has it (and not at U+2028 or a form feed).
    """

    __slots__ = ("_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(m.end() for m in _LINE_END.finditer(text))]

    def __len__(self) -> int:
        return len(self._starts)

    def position(self, offset: int) -> Position:
        """Line and code-point column of an offset; an offset past the end counts as the end."""
        offset = max(0, min(offset, len(self._text)))
        line = bisect_right(self._starts, offset) - 1
        return Position(line, offset - self._starts[line])

    def offset(self, line: int, column: int) -> int:
        """Offset of a 0-based line and code-point column, both held to what the text has."""
        if line < 0:
            return 0
        if line >= len(self._starts):
            return len(self._text)
        start, end = self.line_span(line)
        return min(start + max(column, 0), end)

    def line_span(self, line: int) -> Span:
        """The line without its line end."""
        start = self._starts[line]
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self._text)
        while end > start and self._text[end - 1] in "\r\n":
            end -= 1
        return Span(start, end)

    def line_text(self, line: int) -> str:
        start, end = self.line_span(line)
        return self._text[start:end]
