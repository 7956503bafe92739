"""A line that is typed in: a change of it costs the length of the line, not that of the text."""

from __future__ import annotations

from hotlint.ide.incremental_parse import TextChange
from hotlint.syntax.source import Span


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
