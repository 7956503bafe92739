"""One thing that is offered at a cursor."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.syntax.source import Span

KINDS = (
    "section", "key", "property", "function", "type", "value", "parameter", "resource", "condition", "attribute",
    "output", "placeholder", "file", "version", "constraint",
)  # fmt: skip


class CompletionItem(NamedTuple):
    """An offer. `insert` is plain text, `snippet` the same with places to fill in (the protocol's snippet syntax).

    `score` orders offers, the highest first. `about` names what `document` explains: ("function", "get_param"), say.
    """

    label: str
    kind: str
    score: float = 0.0
    detail: str = ""
    insert: str | None = None
    snippet: str | None = None
    about: tuple[str, ...] = ()
    deprecated: bool = False

    @property
    def text(self) -> str:
        return self.label if self.insert is None else self.insert


class CompletionList(NamedTuple):
    """All offers at a cursor, the best first, and the text that they take the place of."""

    items: list[CompletionItem]
    span: Span
    prefix: str = ""  # goes before whatever is inserted: a space that YAML needs
    incomplete: bool = False  # there are more: ask again when more is typed


def escaped(text: str) -> str:
    """Text for a snippet, where `$`, `}` and backslashes have meaning."""
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
