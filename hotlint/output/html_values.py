"""Resolved values as HTML: what is known as text, what is not marked with its reason, each with the place of its source."""

from __future__ import annotations

from hotlint.analysis.composition.masking import REDACTED
from hotlint.analysis.template import node_at, span_of
from hotlint.dry_run.results import ValueResult, known_parts, label
from hotlint.language.functions.base import Snippet
from hotlint.language.values import Either, Partial, PartialText, Unknown, Value
from hotlint.output.html_page import text
from hotlint.output.positions import Places
from hotlint.syntax.nodes import Node


class Writer:
    """Writes values that come from one file."""

    def __init__(self, path: str, places: Places) -> None:
        self.path = path
        self.places = places

    def at(self, node: Node | None) -> str:
        """Return the HTML attributes that hold the place of a node; empty without one."""
        return self.places.attributes(self.path, span_of(node)) if node is not None else ""

    def outcome(self, found: ValueResult, snippet: Snippet = None, node: Node | None = None) -> str:
        """An outcome in a box of its own."""
        if found.error is not None:
            return f'<div class="value"{self.at(node)}><span class="error">{text(found.error)}</span></div>'
        return f'<div class="value"{self.at(node)}>{self.value(found.value, snippet, node)}</div>'

    def value(self, value: Value, snippet: Snippet = None, node: Node | None = None) -> str:
        """A value; parts of it that are written as such in the template carry their own places."""
        if isinstance(value, str):
            return _text(value)
        if isinstance(value, dict):
            return self._map(value, snippet, node)
        if isinstance(value, list):
            return self._list(value, snippet, node)
        if isinstance(value, Unknown):
            return _unknown(value)
        if isinstance(value, PartialText):
            pieces = "".join(text(p) if isinstance(p, str) else _unknown(p) for p in value.parts)
            return f"<pre>{pieces}</pre>" if any("\n" in p for p in value.parts if isinstance(p, str)) else pieces
        if isinstance(value, Either):
            return (
                f'<div class="either"><span class="reason">if {text(value.condition)}:</span> {self.value(value.if_true)}</div>'
                f'<div class="either"><span class="reason">otherwise:</span> {self.value(value.if_false)}</div>'
            )
        if isinstance(value, Partial):
            return f"{self.value(value.known)}{_unknown(value.rest)} ..."
        if value is None:
            return '<span class="null">null</span>'
        if isinstance(value, bool):
            return f'<span class="{"true" if value else "null"}">{"true" if value else "false"}</span>'
        return text(known_parts(value))

    def _map(self, value: dict[Value, Value], snippet: Snippet, node: Node | None) -> str:
        if not value:
            return "{}"
        items = []
        for key, item in value.items():
            inner, at = self.below(snippet, node, key)
            place = self.at(at)
            items.append(f'<li{place}><span class="key">{text(key)}</span>: {self.value(item, inner, at)}</li>')
        return f"<ul>{''.join(items)}</ul>"

    def _list(self, value: list[Value], snippet: Snippet, node: Node | None) -> str:
        if not value:
            return "[]"
        aligned = isinstance(snippet, list) and len(snippet) == len(value)
        items = []
        for index, item in enumerate(value):
            inner, at = self.below(snippet, node, index) if aligned else (None, None)
            items.append(f"<li{self.at(at)}>- {self.value(item, inner, at)}</li>")
        return f"<ul>{''.join(items)}</ul>"

    @staticmethod
    def below(snippet: Snippet, node: Node | None, key: Value) -> tuple[Snippet, Node | None]:
        """The part of the source that an entry comes from, where the mapping or list is written out there."""
        if node is None or not isinstance(snippet, dict | list) or (isinstance(snippet, dict) and key not in snippet):
            return None, None
        return snippet[key], node_at(node, (key,))[0]


def _unknown(value: Unknown) -> str:
    return f'<span class="unknown" title="{text(value.reason)}">{text(label(value))}</span>'


def _text(value: str) -> str:
    if value == REDACTED:
        return f'<span class="hidden-value">{REDACTED}</span>'
    if "\n" in value:
        return f"<pre>{text(value)}</pre>"
    return text(value) if value else '<span class="null">(empty)</span>'
