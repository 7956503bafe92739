"""A completion and a list of them, as plain data."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.ide.completion.relevance import Relevance
from hotlint.syntax.source import Span

KINDS = (
    "section", "key", "property", "function", "type", "value", "parameter", "resource", "condition", "attribute",
    "output", "placeholder", "file", "version", "constraint",
)  # fmt: skip


class CompletionItem(NamedTuple):
    """A completion. `insert` is plain text; `snippet` has placeholders, in the protocol's snippet syntax.

    The item with the highest score of its `relevance` comes first. `about` names what `documentation.explain` explains,
    such as ("function", "get_param").
    """

    label: str
    kind: str
    relevance: Relevance = Relevance()
    detail: str = ""
    insert: str | None = None
    snippet: str | None = None
    about: tuple[str, ...] = ()
    deprecated: bool = False

    @property
    def text(self) -> str:
        """The plain text to insert."""
        return self.label if self.insert is None else self.insert


class CompletionList(NamedTuple):
    """The completions at a cursor, the best first, and the span that they replace."""

    items: list[CompletionItem]
    span: Span
    prefix: str = ""  # goes before whatever is inserted: a space that YAML needs
    incomplete: bool = False  # there are more: ask again when more is typed


def escaped(text: str) -> str:
    """Return a text with the special characters of snippets escaped."""
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
