"""What an item inserts, made to fit its place: flow style, the column in block style, quotes, a colon that follows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from hotlint.ide.completion.cursor_position import CursorPosition
from hotlint.ide.completion.request import CompletionItem, escaped
from hotlint.syntax import scalars
from hotlint.syntax.nodes import Scalar, key_name
from hotlint.syntax.scalars import typed

_NAMES = frozenset({"parameter", "resource", "condition", "attribute", "output", "placeholder", "file"})
"""Kinds of items whose label is a string for Heat, whatever it looks like: `1` and `yes` are in quotes."""
_KEYS = frozenset({"key", "property"})
_UNSAFE_PLAIN = re.compile(r"[\s,\[\]{}#&*!|>'\"%@`]|^[-?:](?:\s|$)|:(?:\s|$)")


def placed(item: CompletionItem, position: CursorPosition, line_indent: int) -> CompletionItem | None:
    """Return an item that can be inserted at a position; None when it cannot be without damage.

    `line_indent` is the column of the first character of the cursor's line: editors indent further lines by it.
    """
    written = _written(item, position)
    if item.insert is None and item.snippet is None:
        return item if written == item.label else item._replace(insert=written)
    if position.quote or position.has_colon or position.below:
        is_key = item.text.startswith(f"{item.label}:")
        if position.role == "key":
            if position.quote:
                return item._replace(insert=written, snippet=None) if is_key or item.insert is None else None
            return (
                item._replace(insert=written if position.has_colon else f"{written}:", snippet=None) if is_key else None
            )
        if position.quote and (is_key or item.kind == "function"):
            return None
    if written != item.label and not position.quote:
        item = _with_name(item, written)
    if position.flow:
        return item._replace(
            insert=None if item.insert is None else re.sub(r"\n\s*", " ", item.insert),
            snippet=None if item.snippet is None else _in_flow(item.snippet),
        )
    shift = " " * max(0, position.indent - line_indent)
    if not shift:
        return item
    return item._replace(
        insert=None if item.insert is None else _shifted(item.insert, shift),
        snippet=None if item.snippet is None else _shifted(item.snippet, shift),
    )


def safe(item: CompletionItem, position: CursorPosition) -> CompletionItem | None:
    """Return an item for a place where a plain word may stand as well; None where Enter might replace that word.

    Editors show items whose characters are typed in any distance, and accept the first one on Enter: `rsa` would become
    `resource_facade`. So a function is offered there once its name is typed in part, and `true` as it is begun: `True`.
    """
    typed = position.prefix
    if not typed or position.quote:
        return item
    if item.kind == "function" and (position.role == "value" or position.maybe_key):
        is_begun = item.label.startswith(typed) and ("_" in typed or position.role == "key")
        return item if is_begun else None
    if item.label in ("true", "false") and typed[0].isupper():
        return item._replace(label=item.label.upper() if typed[1:2].isupper() else item.label.capitalize())
    return item


def _written(item: CompletionItem, position: CursorPosition) -> str:
    """Return a label as it must be written at a position: in quotes where it would not be read as itself without them."""
    if position.quote:
        return scalars.within(item.label, position.quote)
    is_string = item.kind in _NAMES or item.about[:1] == ("cloud",)
    return _written_plain(item.label, item.kind in _KEYS, is_string)


@lru_cache(20_000)
def _written_plain(name: str, is_key: bool, is_string: bool) -> str:
    is_itself = key_name(Scalar(0, 0, name, typed(name), "")) == name if is_key else not is_string
    return name if is_itself and not _UNSAFE_PLAIN.search(name) else scalars.written(name)


def _with_name(item: CompletionItem, written: str) -> CompletionItem:
    """Return an item that inserts its label as it is written, where that is a key or the first item of a list."""
    head = re.compile(rf"(\[?){re.escape(item.label)}(?=[:,])")

    def named(text: str | None, name: str) -> str | None:
        return head.sub(lambda found: found[1] + name, text, count=1) if text and head.match(text) else text

    return item._replace(insert=named(item.insert, written), snippet=named(item.snippet, escaped(written)))


def _shifted(text: str, by: str) -> str:
    return text.replace("\n", "\n" + by)


def _in_flow(snippet: str) -> str:
    """Return a snippet in block style as one in flow style."""
    if "\n" not in snippet:
        return snippet
    rows = [(len(row) - len(row.lstrip(" ")), row.lstrip(" ")) for row in snippet.split("\n") if row.strip()]
    return f"{{{_entries(rows)}}}" if snippet.startswith("\n") else _entries(rows)


def _entries(rows: Sequence[tuple[int, str]]) -> str:
    """Return the entries of the block mapping or list in rows, each an indentation and a content, for flow style."""
    level, first = rows[0]
    is_list = first.startswith("- ")
    starts = [n for n, (indent, content) in enumerate(rows) if indent == level and content.startswith("- ") == is_list]
    parts = [rows[a:b] for a, b in zip(starts, [*starts[1:], len(rows)], strict=True)]
    return ", ".join(_item(part) if is_list else _entry(part) for part in parts)


def _item(rows: Sequence[tuple[int, str]]) -> str:
    indent, content = rows[0]
    inner = [(indent + 2, content[2:]), *rows[1:]]
    if len(inner) == 1 and not re.match(r"[\w${}:]+: ", inner[0][1]):
        return inner[0][1]
    return f"{{{_entries(inner)}}}"


def _entry(rows: Sequence[tuple[int, str]]) -> str:
    key = rows[0][1]
    if len(rows) == 1:
        return key
    inner = _entries(rows[1:])
    return f"{key} [{inner}]" if rows[1][1].startswith("- ") else f"{key} {{{inner}}}"
