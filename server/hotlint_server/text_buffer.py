"""An open document as the editor has it: its text, and the editor's positions in it.

pygls has such a class as well; it breaks lines where the protocol does not (U+2028, U+0085, form feeds), so that
incremental edits corrupt the text. Here a line ends at \\n, \\r\\n or \\r only.
"""

from __future__ import annotations

from hotlint.ide.completion import DeclaredNames
from hotlint.ide.incremental_parse import TextChange
from hotlint.syntax.source import LineIndex, Span

UTF8, UTF16, UTF32 = "utf-8", "utf-16", "utf-32"


class Positions:
    """Converts between offsets (code points) and the editor's lines and characters, in the encoding agreed upon."""

    __slots__ = ("_ascii", "encoding", "lines", "text")

    def __init__(self, text: str, encoding: str) -> None:
        self.text = text
        self.encoding = encoding
        self.lines = LineIndex(text)
        self._ascii = encoding == UTF32 or text.isascii()

    def offset(self, line: int, character: int) -> int:
        """Offset of a position; one past the end of its line counts as that end, as the protocol has it."""
        if self._ascii or line >= len(self.lines) or line < 0:
            return self.lines.offset(line, character)
        start, end = self.lines.line_span(line)
        row = self.text[start:end]
        return start + (min(max(character, 0), len(row)) if row.isascii() else _column(row, character, self.encoding))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and character of an offset."""
        line, column = self.lines.position(offset)
        if not self._ascii and column:
            start = self.lines.offset(line, 0)
            column = width(self.text[start : start + column], self.encoding)
        return line, column


def width(text: str, encoding: str) -> int:
    """Units of the encoding that a piece of text takes."""
    if encoding == UTF32 or text.isascii():
        return len(text)
    if encoding == UTF16:
        return len(text) + sum(char > "\uffff" for char in text)
    return len(text.encode("utf-8", "surrogatepass"))


def _column(row: str, character: int, encoding: str) -> int:
    """The code points of a line that come before a character; one inside of a code point counts as its start."""
    units = 0
    for column, char in enumerate(row):
        units += width(char, encoding)
        if units > character:
            return column
    return len(row)


class Buffer:
    """One open document. `text`, `version` and `positions` change together, by `replace` and `edit`."""

    __slots__ = ("_encoding", "_positions", "changes", "language", "names", "text", "uri", "version")

    def __init__(self, uri: str, text: str, version: int, language: str, encoding: str) -> None:
        self.uri = uri
        self.text = text
        self.version = version
        self.language = language
        self._encoding = encoding
        self._positions: Positions | None = None
        self.names: DeclaredNames | None = None  # those in the text, once they were asked for
        self.changes: list[TextChange] | None = []  # since they were last taken; None: the whole text changed

    @property
    def positions(self) -> Positions:
        if self._positions is None:
            self._positions = Positions(self.text, self._encoding)
        return self._positions

    def all_names(self) -> DeclaredNames:
        """The names in the text, kept for the next question about the same text."""
        if self.names is None:
            self.names = DeclaredNames(self.text)
        return self.names

    def replace(self, text: str) -> None:
        """Take a whole new text."""
        self.text, self._positions, self.names, self.changes = text, None, None, None

    def edit(self, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        """Put `text` between two positions of the editor."""
        first, last = self.positions.offset(*start), self.positions.offset(*end)
        if last < first:
            first, last = last, first
        self.text = self.text[:first] + text + self.text[last:]
        self._positions = self.names = None
        if self.changes is not None:
            self.changes.append(TextChange(Span(first, last), text))

    def take_changes(self) -> list[TextChange] | None:
        """What was changed since the last call; None when the whole text was."""
        changes, self.changes = self.changes, []
        return changes
