"""The text of an open document, its changes, and the editor's positions in it.

Lines end at \\n, \\r\\n or \\r only, as in the protocol. (pygls's own document class also breaks them at U+2028, U+0085 and
form feeds, so that incremental edits corrupt its text.)

Thousands of changes may come in a row, and every other message waits for them: making the typed message of pygls takes longer than
applying the change. They are read without the classes of lsprotocol.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hotlint.ide.completion import DeclaredNames
from hotlint.ide.incremental_parse import TextChange
from hotlint.syntax.source import LineIndex, Span


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

    What is typed into one line changes that line alone; the text is made anew when it is asked for.
    """

    __slots__ = (
        "_changes", "_encoding", "_line", "_lines", "_names", "_positions", "_text", "_version", "language", "uri",
    )  # fmt: skip

    def __init__(self, uri: str, text: str, version: int, language: str, encoding: str) -> None:
        self.uri = uri
        self.language = language
        self._text = text
        self._version = version
        self._encoding = encoding
        self._positions: Positions | None = None
        self._lines: LineTable | None = None  # for changes; positions are those of a text that does not change
        self._line: EditedLine | None = None  # the line that is typed in, which the text and its lines lag behind
        self._names: DeclaredNames | None = None
        self._changes: list[TextChange] | None = []  # since they were last taken; None: the whole text changed

    @property
    def text(self) -> str:
        """The text as the editor has it."""
        self._leave_line()
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

    @property
    def has_changes(self) -> bool:
        """Whether the text has changed since the changes were last taken."""
        return self._line is not None or self._changes != []

    def take_changes(self) -> list[TextChange] | None:
        """Return the changes since the last call, in order; None when the whole text was replaced."""
        self._leave_line()
        changes, self._changes = self._changes, []
        return changes

    # -- changes -----------------------------------------------------------------------------------------------------

    def update(self, version: int, changes: Sequence[ContentChange]) -> None:
        """Apply the changes of a `didChange` notification, one after the other."""
        for places, text in changes:
            if places is None:
                self._text, self._changes, self._lines, self._line = text, None, None, None
            elif not self._type(places, text):
                self._replace(places, text)
        self._positions = None
        self._version = version

    def _type(self, places: tuple[int, int, int, int], text: str) -> bool:
        """Make a change inside of one line there; returns False for any other change, which is not made."""
        number, first, last_number, last = places
        if number != last_number or "\n" in text or "\r" in text:
            return False
        line = self._line
        if line is None or line.number != number:
            line = self._enter_line(number)
            if line is None:
                return False
        start, end = _column(line.text, first, self._encoding), _column(line.text, last, self._encoding)
        line.replace(min(start, end), max(start, end), text)
        return True

    def _enter_line(self, number: int) -> EditedLine | None:
        """Return a line that is going to be changed; None where that could change which lines there are."""
        self._leave_line()
        lines = self._lines = self._lines or LineTable(self._text)
        if number >= len(lines):
            return None
        start, end = lines.span(number, self._text)
        if self._text[start - 1 : start] == "\r":
            return None  # without what is in the line, that may be the first half of a line ending of two characters
        self._line = EditedLine(number, start, self._text[start:end])
        return self._line

    def _leave_line(self) -> None:
        """Bring the text up to the line that was typed in."""
        line = self._line
        if line is not None and self._lines is not None:
            change = line.change()
            self._lines.replace((line.number, change.span.start), (line.number, change.span.end), change.text)
            self._splice(change)
        self._line = None

    def _replace(self, places: tuple[int, int, int, int], text: str) -> None:
        """Make any change, in the text."""
        self._leave_line()
        lines = self._lines or LineTable(self._text)
        first, last = sorted((self._place(lines, *places[:2]), self._place(lines, *places[2:])))
        span = Span(first[1], last[1])
        gone = self._text[span.start : span.end]
        joins = self._text[span.end : span.end + 1] == "\n" and (text.endswith("\r") or gone.endswith("\r"))
        if joins or self._text[span.start - 1 : span.start] == "\r":
            self._lines = None  # a line ending of two characters may be cut in halves or put together
        else:
            lines.replace(first, last, text)
            self._lines = lines
        self._splice(TextChange(span, text))

    def _splice(self, change: TextChange) -> None:
        self._text = self._text[: change.span.start] + change.text + self._text[change.span.end :]
        if self._changes is not None:
            self._changes.append(change)

    def _place(self, lines: LineTable, line: int, character: int) -> tuple[int, int]:
        """Return the line and the offset of a position, both within the text."""
        if line >= len(lines):
            return len(lines) - 1, len(self._text)
        start, end = lines.span(line, self._text)
        return line, start + _column(self._text[start:end], character, self._encoding)


class EditedLine:
    """One line of a text, without its line ending, ahead of the text: its changes are not made there yet."""

    __slots__ = ("_head", "_length", "_tail", "number", "start", "text")

    def __init__(self, number: int, start: int, text: str) -> None:
        self.number = number
        self.start = start
        self.text = text
        self._length = self._head = self._tail = len(text)  # head and tail: what no change has touched at either end

    def replace(self, start: int, end: int, new: str) -> None:
        """Replace what is between two columns by a text without line endings."""
        self._head = min(self._head, start)
        self._tail = min(self._tail, len(self.text) - end)
        self.text = self.text[:start] + new + self.text[end:]

    def change(self) -> TextChange:
        """Return all changes, of which there is one at least, as one of the text."""
        span = Span(self.start + self._head, self.start + self._length - self._tail)
        return TextChange(span, self.text[self._head : len(self.text) - self._tail])


class LineTable:
    """The offsets at which the lines of one text start; `replace` takes note of each change.

    The starts behind the last change lag behind by what that change has added: they are brought up to date only when they
    are asked for, so that a change costs the distance to the one before it and not the length of the text.
    """

    __slots__ = ("_behind", "_lag", "_starts")

    def __init__(self, text: str) -> None:
        self._starts = LineIndex(text).starts()
        self._behind = len(self._starts)  # the first of those that lag behind
        self._lag = 0

    def __len__(self) -> int:
        return len(self._starts)

    def span(self, line: int, text: str) -> tuple[int, int]:
        """Return the start and the end of a line of the text, without its line ending."""
        self._bring_up_to_date(min(line + 2, len(self._starts)))
        start = self._starts[line]
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(text)
        while end > start and text[end - 1] in "\r\n":
            end -= 1
        return start, end

    def replace(self, start: tuple[int, int], end: tuple[int, int], new: str) -> None:
        """Note that what is between two places, each a line and an offset, was replaced by a new text.

        No line ending of two characters may be cut in halves or put together by that.
        """
        first, last = start[0] + 1, end[0] + 1
        self._bring_up_to_date(last)
        for line in range(last, self._behind) if self._lag else ():
            self._starts[line] -= self._lag
        made = [start[1] + one for one in LineIndex(new).starts()[1:]]
        self._starts[first:last] = made
        self._behind = first + len(made)
        self._lag += len(new) - (end[1] - start[1])

    def _bring_up_to_date(self, stop: int) -> None:
        for line in range(self._behind, stop) if self._lag else ():
            self._starts[line] += self._lag
        self._behind = max(self._behind, stop)
        if self._behind >= len(self._starts):
            self._lag = 0
