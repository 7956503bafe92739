"""Byte-exact edits: parts of a text are replaced, and everything else stays as it is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from hotlint.common.annotations import Generic, TypeVar
from hotlint.common.records import NamedTuple
from hotlint.syntax import scalars
from hotlint.syntax.nodes import Scalar
from hotlint.syntax.source import Span

Place = TypeVar("Place", default=Span)
"""A place in a text: a span, or the lines and columns of one where it is shown."""


class Edit(NamedTuple, Generic[Place]):
    """Replaces `span` by `text` in the file `path`; "": the file of the diagnostic."""

    span: Place
    text: str
    path: str = ""


def rewritten(node: Scalar, text: str) -> Edit:
    """Return the edit that replaces a scalar by the string `text`: in the quotes it has, or quoted where YAML requires that."""
    if node.style in ("'", '"') and (node.style == '"' or text.isprintable()):
        return Edit(Span(node.start + 1, node.end - 1), scalars.within(text, node.style))
    return Edit(Span(node.start, node.end), scalars.written(text))


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return the text after edits that do not overlap; spans are of the text before. New lines get the text's line endings.

    Raises ValueError for edits that overlap.
    """
    line_end = line_ending(text)
    made, at = [], 0
    for edit in sorted_edits(edits):
        if edit.span.start < at:
            raise ValueError("edits overlap")
        made += [text[at : edit.span.start], edit.text.replace("\r\n", "\n").replace("\n", line_end)]
        at = edit.span.end
    return "".join([*made, text[at:]])


def sorted_edits(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits in the order of their spans, each once."""
    return sorted(dict.fromkeys(edits), key=lambda e: (e.span.start, e.span.end))


class ChosenEdits:
    """Edits that are chosen one after the other, and do not touch those that were chosen before."""

    __slots__ = ("_edits", "_starts")

    def __init__(self) -> None:
        self._edits: list[Edit] = []
        self._starts: list[int] = []

    def touch(self, edits: Iterable[Edit]) -> bool:
        """Return whether any of some edits touches a span that a chosen one changes. Equal edits do not.

        Two different insertions at one offset do: their order is undefined.
        """
        return any(map(self._touches, edits))

    def _touches(self, edit: Edit) -> bool:
        at = bisect_right(self._starts, edit.span.end) - 1
        while at >= 0 and self._edits[at].span.end >= edit.span.start:
            if self._edits[at] != edit:
                return True
            at -= 1
        return False

    def add(self, edits: Iterable[Edit]) -> None:
        """Choose some edits, which do not overlap each other."""
        for edit in edits:
            at = bisect_right(self._starts, edit.span.start)
            self._starts.insert(at, edit.span.start)
            self._edits.insert(at, edit)


def line_ending(text: str) -> str:
    """Return the line ending of the first line of a text."""
    at = text.find("\n")
    if at < 0:
        return "\r" if "\r" in text else "\n"
    return "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"
