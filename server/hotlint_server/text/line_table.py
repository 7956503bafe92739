"""The starts of the lines of a text while it is edited, without going through the whole text at each change."""

from __future__ import annotations

from hotlint.syntax.source import LineIndex


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
