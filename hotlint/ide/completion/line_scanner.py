"""The pieces that a line of half-typed YAML is made of, and what stands behind a cursor."""

from __future__ import annotations

import re
from typing import NamedTuple

Step = str | int

KEY = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#'"{}\[\],|>&*!%@`-][^#]*?|-[^\s#][^#]*?)\s*:(?=\s|$)""")
_WORD = re.compile(r"[\w.:$%<>/@+-]*")
_NEXT = re.compile(r"\n[ \t\r\n]*")
_NEXT_CONTENT = re.compile(r"\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*([ ]*)(\S[^\n]*)")
MOST_SECTIONS = 20


class Frame:
    """One open collection: a map with the key that the cursor is behind, or a list with the item that it is in."""

    __slots__ = ("flow", "indent", "index", "is_list", "key", "keys")

    def __init__(self, indent: int, key: str | None = None, *, is_list: bool = False, flow: bool = False) -> None:
        self.indent = indent  # column of a block collection's entries
        self.is_list = is_list
        self.flow = flow
        self.key = key
        self.keys: list[str] = [] if key is None else [key]
        self.index = 0

    @property
    def step(self) -> Step:
        return self.key if self.key is not None else self.index


class Line(NamedTuple):
    start: int
    text: str
    end: int  # behind its line end

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip(" "))


def line_end(text: str, offset: int) -> int:
    """Where the line of an offset ends."""
    end = text.find("\n", offset)
    return len(text) if end < 0 else end


def next_indent(text: str, offset: int) -> int:
    """The column of the next line below that has text on it; -1 when there is none."""
    found = _NEXT.match(text, line_end(text, offset))
    if found is None or found.end() >= len(text):
        return -1
    return found.end() - (text.rfind("\n", 0, found.end()) + 1)


def word_end(text: str, offset: int, quote: str) -> int:
    """Where the word, or the text in quotes, that a cursor is in ends."""
    if quote:
        end = text.find(quote, offset, line_end(text, offset))
        return end if end >= 0 else offset
    found = _WORD.match(text, offset)
    end = found.end() if found else offset
    while end > offset and text[end - 1] == ":" and text[end : end + 1] in ("", " ", "\n", "\r"):
        end -= 1
    return end


def shape_below(text: str, offset: int, column: int) -> str:
    """What follows on lines deeper than a column: "map", "list" or nothing."""
    end = line_end(text, offset)
    if column < 0 or text[offset:end].strip(" \r:"):
        return ""
    found = _NEXT_CONTENT.match(text, end)
    if found is None:
        return ""
    if found.group(2).startswith("- ") and len(found.group(1)) >= column:
        return "list"
    return "map" if len(found.group(1)) > column else ""


def keys_below(text: str, offset: int, column: int) -> list[str]:
    """The keys at a column, on the lines below, that belong to the same map."""
    keys: list[str] = []
    at = line_end(text, offset) + 1
    while 0 < at < len(text) and (column or len(keys) <= MOST_SECTIONS):
        end = line_end(text, at)
        content = text[at:end].lstrip(" ")
        indent = end - at - len(content)
        if content and not content.startswith(("#", "\r")):
            match = KEY.match(content) if indent == column else None
            if indent < column or (indent == column and match is None and content.startswith("- ")):
                break
            if match is not None:
                keys.append(unquoted(match.group(1)))
        at = end + 1
    return keys


def quote_end(text: str, at: int, stop: int) -> int | None:
    """Behind the quote that closes the one at an offset; None when none does before `stop`."""
    quote, i = text[at], at + 1
    while i < stop:
        char = text[i]
        if char == "\\" and quote == '"':
            i += 2
            continue
        if char == quote:
            if quote == "'" and text[i + 1 : i + 2] == "'" and i + 1 < stop:
                i += 2
                continue
            return i + 1
        i += 1
    return None


def unquoted(key: str) -> str:
    if len(key) > 1 and key[0] == key[-1] and key[0] in "\"'":
        return key[1:-1]
    return key
