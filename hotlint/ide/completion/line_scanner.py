"""The parts of a line of half-typed YAML, and the lines after a cursor."""

from __future__ import annotations

import re
from typing import NamedTuple

from hotlint.language import versions
from hotlint.language.dialects import section_names

Step = str | int
SECTION_WORDS = "|".join((*versions.SECTIONS, *section_names()))
"""The names of sections in all formats, as a pattern."""

KEY = re.compile(
    r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#'"{}\[\],|>&*!%@`-][^#]*?|-[^\s#][^#]*?)(?<=\S)\s*+:(?=\s|$)"""
)
WORD = re.compile(r"[A-Za-z_][\w.-]*(?=\s*(?:#|$))")
"""A word alone on its line: a key whose colon is missing, where deeper lines follow."""
_WORD = re.compile(r"[\w.:$%<>/@+*-]*")
_SPACE = re.compile(r"\s*+")
_NEXT = re.compile(r"\n[ \t\r\n]*")
_NEXT_CONTENT = re.compile(r"\n(?:[ \t]*+(?:#[^\n]*+)?+\r?+\n)*+([ ]*+)(\S[^\n]*)")
MOST_SECTIONS = 20
MOST_FLOW = 2_000
"""The characters after a cursor in flow style that are read."""


class Frame:
    """An open collection: a mapping with the key before the cursor, or a list with the index of its item."""

    __slots__ = ("flow", "has_value", "indent", "index", "is_list", "key", "keys")

    def __init__(self, indent: int, key: str | None = None, *, is_list: bool = False, flow: bool = False) -> None:
        self.indent = indent  # column of a block collection's entries
        self.is_list = is_list
        self.flow = flow
        self.key = key
        self.keys: list[str] = [] if key is None else [key]
        self.index = 0
        self.has_value = False  # the last entry has its value on its own line: nothing is nested below it

    @property
    def step(self) -> Step:
        """The key or the index that leads from the collection to the cursor."""
        return self.key if self.key is not None else self.index


class Line(NamedTuple):
    """A line of a text: the offset of its start, its text without the line end, and the offset after its end."""

    start: int
    text: str
    end: int  # behind its line end

    @property
    def indent(self) -> int:
        """The number of blanks that it starts with."""
        return len(self.text) - len(self.text.lstrip(" "))


def line_end(text: str, offset: int) -> int:
    """Return the end of the line of an offset, its line end not included."""
    end = text.find("\n", offset)
    return len(text) if end < 0 else end


def next_indent(text: str, offset: int) -> int:
    """Return the column of the next line with content; -1 for no such line."""
    found = _NEXT.match(text, line_end(text, offset))
    if found is None or found.end() >= len(text):
        return -1
    return found.end() - (text.rfind("\n", 0, found.end()) + 1)


def next_content(text: str, offset: int) -> str:
    """Return the first character from an offset on that is no white space; "" for none."""
    found = _SPACE.match(text, offset)
    end = found.end() if found is not None else len(text)
    return text[end : end + 1]


def word_end(text: str, start: int, offset: int, quote: str) -> int:
    """Return the end of the word at an offset; in quotes, the end of the quoted text, which begins at `start`."""
    if quote:
        end = quote_end(text, start - 1, line_end(text, offset))
        return max(end - 1, offset) if end is not None else offset
    found = _WORD.match(text, offset)
    end = found.end() if found else offset
    while end > offset and text[end - 1] == ":" and text[end : end + 1] in ("", " ", "\n", "\r"):
        end -= 1
    return end


def shape_below(text: str, offset: int, column: int) -> str:
    """Return the shape of the lines nested below a column: "map", "list" or ""."""
    end = line_end(text, offset)
    if column < 0 or text[offset:end].strip(" \r:"):
        return ""
    found = _NEXT_CONTENT.match(text, end)
    if found is None:
        return ""
    if found.group(2).startswith("- ") and len(found.group(1)) >= column:
        return "list"
    return "map" if len(found.group(1)) > column else ""


_TOP_KEY = re.compile(r"^([A-Za-z_]\w*)[ ]*:(?=\s|$)", re.M)


def keys_above(text: str, offset: int) -> list[str]:
    """Return the keys in the first column above the line of an offset: the sections of a template that are there."""
    return _TOP_KEY.findall(text, 0, text.rfind("\n", 0, offset) + 1)


def entries_above(text: str, start: int, stop: int, column: int) -> list[str]:
    """Return the keys at a column between two offsets: the names of the entries that are in a section."""
    rows = re.finditer(rf"^[ ]{{{column}}}(?![ #\r\n])[^\n]++", text[start:stop], re.M)
    found = (KEY.match(row.group(), column) for row in rows)
    return [unquoted(match.group(1)) for match in found if match is not None]


_FLOW_PIECE = re.compile(
    r"""[{}\[\],]|:(?=[\s,}\]])|\n[^\n]*|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|(?:[^\s,:{}\[\]]|:(?![\s,}\]]))+|[ \t\r]+"""
)


def keys_after(text: str, offset: int) -> list[str]:
    """Return the keys of the flow mapping at an offset that follow it, up to the brace that closes it."""
    keys: list[str] = []
    depth, word, at, stop = 0, "", offset, offset + MOST_FLOW
    row = text[text.rfind("\n", 0, offset) + 1 : offset]
    key = row.lstrip(" -")  # `- key: {`: the other keys of the item are below the first one
    opened = len(row) - len(key if KEY.match(key) else row.lstrip(" ")) if "{" in row else -1
    while depth >= 0 and (found := _FLOW_PIECE.match(text, at, stop)) is not None:
        piece, at = found.group(), found.end()
        if piece[0] == "\n":
            content = piece.strip()
            if content.startswith("#"):
                continue
            indent = len(piece) - len(piece[1:].lstrip(" ")) - 1
            if indent <= opened and content.startswith("- "):
                break
            if KEY.match(content) and (
                indent <= opened or not _is_flow_entry(text, content, found.end(), stop, indent)
            ):
                break  # the brace is not closed
            at = found.start() + 1
        elif piece[0] == "#" and text[found.start() - 1] in " \t":
            at = line_end(text, at)
        elif piece in "{[":
            depth += 1
        elif piece in "}]":
            depth -= 1
        elif piece == ":" and depth == 0 and word:
            keys.append(unquoted(word))
        if piece.strip():
            word = piece
    return keys


def _is_flow_entry(text: str, content: str, end: int, stop: int, indent: int) -> bool:
    """Return whether a row with a key, which ends at an offset, is an entry of a flow mapping: a comma or a bracket ends it.

    Its value may go on in rows that are deeper than the key.
    """
    for row in text[end:stop].split("\n")[1:]:
        more = row.strip()
        if not more:
            continue
        if more[0] in "}],":
            return True
        if content.endswith((",", "}", "]")) or len(row) - len(row.lstrip(" ")) <= indent or KEY.match(more):
            break
        content = more
    return content.endswith((",", "}", "]"))


def keys_below(text: str, offset: int, column: int) -> list[str]:
    """Return the keys at a column, on the lines below, of the same mapping."""
    keys: list[str] = []
    at = line_end(text, offset) + 1
    while 0 < at < len(text) and (column or len(keys) <= MOST_SECTIONS):
        end = line_end(text, at)
        content = text[at:end].lstrip(" ")
        indent = end - at - len(content)
        if content and not content.startswith(("#", "\r")):
            match = KEY.match(content) if indent == column else None
            if indent < column:
                break
            if match is not None:
                keys.append(unquoted(match.group(1)))
        at = end + 1
    return keys


def quote_end(text: str, at: int, stop: int) -> int | None:
    """Return the offset after the quote that closes the one at an offset; None for no such before `stop`."""
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
    """Return a key without its quotes."""
    if len(key) > 1 and key[0] == key[-1] and key[0] in "\"'":
        return key[1:-1]
    return key
