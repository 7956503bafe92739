"""Byte-exact edits: pieces of text are put in place of others, and everything else stays as it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hotlint.syntax.source import Span


class Edit(NamedTuple):
    """Put `text` where `span` is, in the file `path` (None: the file of the diagnostic). Offsets are code points."""

    span: Span
    text: str
    path: str | None = None


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text after edits that do not overlap; spans are of the text before. New lines get the text's own line ends.

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
    """Edits by where they start; each once."""
    return sorted(dict.fromkeys(edits), key=lambda e: (e.span.start, e.span.end))


def overlap(edits: Sequence[Edit], others: Iterable[Edit]) -> bool:
    """Whether any edit touches a place that one of the others changes. The same edit twice does not overlap itself.

    Two that insert at one place do: which would come first is not said.
    """
    return any(a != b and a.span.start <= b.span.end and b.span.start <= a.span.end for a in edits for b in others)


def line_ending(text: str) -> str:
    """How the lines of a text end: as the first one does."""
    at = text.find("\n")
    if at < 0:
        return "\r" if "\r" in text else "\n"
    return "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"
