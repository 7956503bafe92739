"""Places in files: lines for people, and what web pages carry for an editor as `data-uri` and `data-range`."""

from __future__ import annotations

import os
from collections.abc import Callable

from hotlint.syntax.source import LineIndex, Span

UriOf = Callable[[str], str]


def uri_of(path: str) -> str:
    """The URI of a file; what is one already stays as it is."""
    if "://" in path:
        return path
    from urllib.parse import quote

    full = os.path.abspath(path).replace("\\", "/")
    return "file://" + quote(full if full.startswith("/") else f"/{full}")


class Places:
    """Lines and places in files, each of which is read once."""

    def __init__(self, text_of: Callable[[str], str], uri: UriOf = uri_of) -> None:
        self._text_of = text_of
        self._uri = uri
        self._lines: dict[str, LineIndex] = {}
        self._uris: dict[str, str] = {}

    def lines(self, path: str) -> LineIndex:
        """Return the lines of a file, read once."""
        if path not in self._lines:
            self._lines[path] = LineIndex(self._text_of(path))
            self._uris[path] = self._uri(path)
        return self._lines[path]

    def line(self, path: str, offset: int) -> int:
        """The line of an offset, from 1."""
        return self.lines(path).position(offset).line + 1

    def place(self, path: str, span: Span) -> tuple[str, str]:
        """Return the URI of a file, and a span as "line:column-line:column": from 0, columns in UTF-16 as editors count."""
        start, end = (self._position(path, offset) for offset in span)
        return self._uris[path], f"{start}-{end}"

    def _position(self, path: str, offset: int) -> str:
        index = self.lines(path)
        line, column = index.position(offset)
        before = index.line_text(line)[:column]
        wide = 0 if before.isascii() else sum(c > "￿" for c in before)
        return f"{line}:{column + wide}"
