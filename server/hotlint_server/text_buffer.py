"""The text of an open document, its changes, and the editor's positions in it.

Lines end at \\n, \\r\\n or \\r only, as in the protocol. (pygls's own document class also breaks them at U+2028, U+0085 and
form feeds, so that incremental edits corrupt its text.)

Thousands of changes may come in a row, and every other message waits for them: making the typed message of pygls takes longer than
applying the change. They are read without the classes of lsprotocol.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hotlint.ide.completion import DeclaredNames
from hotlint.syntax.source import LineIndex

_LINE_START = re.compile(r"(?<=\n)|(?<=\r)(?!\n)")


class ContentChange(NamedTuple):
    """One change: what is between two places becomes `text`.

    `places` is line, character, line, character, from 0 on and in the encoding of the session; None for the whole text.
    """

    places: tuple[int, int, int, int] | None
    text: str


class DocumentChanges(NamedTuple):
    """The changes of one notification, one made after the other, and the version of the text that comes out."""

    uri: str
    version: int
    changes: list[ContentChange]


def read_changes(message: Mapping[str, Any]) -> DocumentChanges:
    """Return the changes of a `didChange` notification. Raises KeyError, TypeError or ValueError for a malformed one."""
    params = message["params"]
    document = params["textDocument"]
    uri = document["uri"]
    if not isinstance(uri, str):
        raise TypeError("the URI of a document is a string")
    return DocumentChanges(uri, int(document["version"]), [_content_change(one) for one in params["contentChanges"]])


def _content_change(change: Mapping[str, Any]) -> ContentChange:
    text, range_ = change["text"], change.get("range")
    if not isinstance(text, str):
        raise TypeError("the text of a change is a string")
    if range_ is None:
        return ContentChange(None, text)
    start, end = range_["start"], range_["end"]
    places = int(start["line"]), int(start["character"]), int(end["line"]), int(end["character"])
    if min(places) < 0:
        raise ValueError("lines and characters are counted from 0")
    return ContentChange(places, text)


UTF8, UTF16, UTF32 = "utf-8", "utf-16", "utf-32"


class Positions:
    """Converts between offsets (code points) and 0-based lines and characters in the position encoding agreed upon."""

    __slots__ = ("_ascii", "encoding", "lines", "text")

    def __init__(self, text: str, encoding: str) -> None:
        self.text = text
        self.encoding = encoding
        self.lines = LineIndex(text)
        self._ascii = encoding == UTF32 or text.isascii()

    def offset(self, line: int, character: int) -> int:
        """Return the offset of a position; one past the end of its line counts as that end, as in the protocol."""
        if self._ascii or line >= len(self.lines) or line < 0:
            return self.lines.offset(line, character)
        start, end = self.lines.line_span(line)
        return start + _column(self.text[start:end], character, self.encoding)

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and character of an offset."""
        line, column = self.lines.position(offset)
        if not self._ascii and column:
            start = self.lines.offset(line, 0)
            column = width(self.text[start : start + column], self.encoding)
        return line, column


def width(text: str, encoding: str) -> int:
    """Return the number of the encoding's units that a text takes."""
    if encoding == UTF32 or text.isascii():
        return len(text)
    if encoding == UTF16:
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
    return len(text.encode("utf-8", "surrogatepass"))


def _column(row: str, character: int, encoding: str) -> int:
    """Return how many code points of a line come before a character; one inside a code point counts as its start."""
    if encoding == UTF32 or row.isascii():
        return min(max(character, 0), len(row))
    columns = range(min(max(character, 0), len(row)) + 1)
    return bisect_right(columns, character, key=lambda column: width(row[:column], encoding)) - 1


class TextBuffer:
    """The text of an open document. Text, version and positions change together, by `update`.

    It holds the lines with their endings, so that a change costs the lines that it touches; the text is made when it is asked for.
    """

    __slots__ = ("_encoding", "_lines", "_names", "_positions", "_text", "_version", "language", "uri")

    def __init__(self, uri: str, text: str, version: int, language: str, encoding: str) -> None:
        self.uri = uri
        self.language = language
        self._lines = _lines_of(text)
        self._text: str | None = text
        self._version = version
        self._encoding = encoding
        self._positions: Positions | None = None
        self._names: DeclaredNames | None = None

    @property
    def text(self) -> str:
        """The text as the editor has it: the same object until it changes."""
        if self._text is None:
            self._text = "".join(self._lines)
        return self._text

    @property
    def version(self) -> int:
        """The version that the editor has given the text."""
        return self._version

    @property
    def positions(self) -> Positions:
        """The positions of the text as it is now."""
        if self._positions is None:
            self._positions = Positions(self.text, self._encoding)
        return self._positions

    def declared_names(self) -> DeclaredNames:
        """Return the names in the text as it is now."""
        text = self.text
        if self._names is None or self._names.text is not text:
            self._names = DeclaredNames(text, self._names)
        return self._names

    def update(self, version: int, changes: Sequence[ContentChange]) -> None:
        """Apply the changes of a `didChange` notification, one after the other."""
        for places, text in changes:
            if places is None:
                self._lines = _lines_of(text)
            else:
                self._replace(places, text)
        self._text = self._positions = None
        self._version = version

    def _replace(self, places: tuple[int, int, int, int], text: str) -> None:
        (first, start), (last, end) = sorted((self._place(*places[:2]), self._place(*places[2:])))
        text = self._lines[first][:start] + text + self._lines[last][end:]
        if first and text.startswith("\n") and self._lines[first - 1].endswith("\r"):
            first -= 1  # a line ending of two characters was put together
            text = self._lines[first] + text
        made = _lines_of(text)
        if last + 1 < len(self._lines):
            made.pop()  # what follows the last line ending is the next line
        self._lines[first : last + 1] = made

    def _place(self, line: int, character: int) -> tuple[int, int]:
        """Return the line and the column in code points of a position, both within the text."""
        if line >= len(self._lines):
            return len(self._lines) - 1, len(self._lines[-1])
        return line, _column(self._lines[line].rstrip("\r\n"), character, self._encoding)


def _lines_of(text: str) -> list[str]:
    """Return the lines of a text with their endings; the last one has none."""
    return _LINE_START.split(text)
