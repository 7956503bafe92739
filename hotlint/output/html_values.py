"""What resolved values consist of, as `values.html` of the pages shows it: text, and what is not known with its reason."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.composition.masking import REDACTED
from hotlint.analysis.template import node_at, span_of
from hotlint.dry_run.results import known_parts, label
from hotlint.language.functions.base import Snippet
from hotlint.language.values import Either, Partial, PartialText, Unknown, Value
from hotlint.output.positions import Places
from hotlint.syntax.nodes import Node

Part = tuple[str, object, object]
"""The kind of a part, its text, and more about it: why it is unknown, or its place."""


class Writer:
    """Yields the parts of values that come from one file."""

    def __init__(self, path: str, places: Places) -> None:
        self.path = path
        self.places = places

    def at(self, node: Node | None) -> tuple[str, str] | None:
        """Return the place of a node; None without one."""
        return self.places.place(self.path, span_of(node)) if node is not None else None

    def parts(self, value: Value, snippet: Snippet = None, node: Node | None = None) -> Iterator[Part]:
        """Yield the parts of a value; those that are written as such in the template carry their own places."""
        match value:
            case str():
                yield from _text(value)
            case dict() if value:
                yield "list", "", None
                for key, item in value.items():
                    inner, at = below(snippet, node, key)
                    yield "item", "", self.at(at)
                    yield "key", key, None
                    yield "text", ": ", None
                    yield from self.parts(item, inner, at)
                    yield "end of item", "", None
                yield "end of list", "", None
            case list() if value:
                aligned = isinstance(snippet, list) and len(snippet) == len(value)
                yield "list", "", None
                for index, item in enumerate(value):
                    inner, at = below(snippet, node, index) if aligned else (None, None)
                    yield "item", "", self.at(at)
                    yield "text", "- ", None
                    yield from self.parts(item, inner, at)
                    yield "end of item", "", None
                yield "end of list", "", None
            case Unknown():
                yield _unknown(value)
            case PartialText():
                is_long = any("\n" in p for p in value.parts if isinstance(p, str))
                pieces = (("text", p, None) if isinstance(p, str) else _unknown(p) for p in value.parts)
                yield from _lines(pieces) if is_long else pieces
            case Either():
                for case, chosen in ((f"if {value.condition}", value.if_true), ("otherwise", value.if_false)):
                    yield "case", case, None
                    yield from self.parts(chosen)
                    yield "end of case", "", None
            case Partial():
                yield from self.parts(value.known)
                yield _unknown(value.rest)
                yield "text", " ...", None
            case None | False:
                yield "null", "null" if value is None else "false", None
            case True:
                yield "true", "true", None
            case _:
                yield "text", known_parts(value), None


def below(snippet: Snippet, node: Node | None, key: Value) -> tuple[Snippet, Node | None]:
    """Return the part of the source that an entry comes from, where the mapping or list is written out there."""
    if node is None or not isinstance(snippet, dict | list) or (isinstance(snippet, dict) and key not in snippet):
        return None, None
    return snippet[key], node_at(node, (key,))[0]


def _unknown(value: Unknown) -> Part:
    return "unknown", label(value), value.reason


def _text(value: str) -> Iterator[Part]:
    if value == REDACTED:
        yield "hidden-value", REDACTED, None
    elif "\n" in value:
        yield from _lines(iter([("text", value, None)]))
    else:
        yield ("text", value, None) if value else ("null", "(empty)", None)


def _lines(parts: Iterator[Part]) -> Iterator[Part]:
    yield "lines", "", None
    yield from parts
    yield "end of lines", "", None
