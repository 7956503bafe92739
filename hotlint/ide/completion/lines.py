"""The lines around a cursor in half-typed YAML, and the parts of a line."""

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
MARK = "\ue000"
"""The character that is put at a cursor: one that no template has."""
_CONTENT = re.compile(r"\n([ ]*)[^\s#]")
_TOP = re.compile(rf"\n(?:[^\s#}}\]-]| (?:{SECTION_WORDS}):)")
"""The start of a section, which may be shifted by a blank."""
_TOP_KEY = re.compile(r"^([A-Za-z_]\w*)[ ]*:(?=\s|$)", re.M)
_NEXT_CONTENT = re.compile(r"\n(?:[ \t]*+(?:#[^\n]*+)?+\r?+\n)*+([ ]*+)(\S[^\n]*)")


class Surroundings(NamedTuple):
    """What surrounds a cursor: the header of its section and its entry there, in lines.

    `row` is the cursor's line up to the cursor, `rest` what follows on it.
    """

    above: list[str]
    row: str
    rest: str
    below: list[str]

    @classmethod
    def of(cls, text: str, offset: int) -> Surroundings:
        """Return what surrounds an offset of a text."""
        line_start, stop = text.rfind("\n", 0, offset) + 1, line_end(text, offset)
        (row,), (rest,) = _clean([text[line_start:offset]]), _clean([text[offset:stop]])
        start = section_start(text, offset)
        if start >= line_start:
            return cls([], row, rest, [])
        first = _CONTENT.search(text, start, line_start)
        begin = line_end(text, start) + 1
        level = -1
        if first is not None:
            level = len(first.group(1))
            edge, at = "\n" + first.group(1), line_start
            while (at := text.rfind(edge, start, at)) > 0:
                if text[at + len(edge) : at + len(edge) + 1] not in (" ", "#", "\n", "\r", "\t"):
                    begin = max(begin, at + 1)
                    break
        header = text[start : line_end(text, start)]
        above = [header, *text[begin:line_start].split("\n")[:-1]]
        if not row.strip() and len(row) <= max(level, 0) and level:
            return cls(_clean(above), row, rest, [])
        return cls(_clean(above), row, rest, _clean(_entry_below(text, stop, level)))


def _entry_below(text: str, stop: int, level: int) -> list[str]:
    """Return the lines from the end of a line on, up to one that is indented by `level` at most."""
    edge = re.compile(rf"\n[ ]{{0,{max(level, 0)}}}[^\s#]")
    found = edge.search(text, stop)
    return text[stop + 1 : found.start() if found is not None else len(text)].split("\n")


def _clean(rows: list[str]) -> list[str]:
    return [row.rstrip("\r").replace(MARK, " ") for row in rows]


def section_start(text: str, offset: int) -> int:
    """Return the start of the last line up to the cursor's with content in its first column; 0 for no such line."""
    start = 0
    for match in _TOP.finditer(text, 0, offset):  # a line end is found several times as fast as the start of a line
        start = match.start() + 1
    return start


def line_end(text: str, offset: int) -> int:
    """Return the end of the line of an offset, its line end not included."""
    end = text.find("\n", offset)
    return len(text) if end < 0 else end


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


def top_keys(text: str, offset: int) -> list[str]:
    """Return the keys in the first column on the other lines than that of an offset: the sections of a template."""
    start = text.rfind("\n", 0, offset) + 1
    return _TOP_KEY.findall(text, 0, start) + _TOP_KEY.findall(text, line_end(text, offset))


def entry_names(text: str, offset: int, column: int) -> list[str]:
    """Return the names of the entries at a column in the section of an offset, but not that on its own line."""
    start, row = section_start(text, offset), text.rfind("\n", 0, offset) + 1
    end = _TOP.search(text, line_end(text, offset))
    rows = re.finditer(rf"^[ ]{{{column}}}(?![ #\r\n])[^\n]++", text[start : end.start() if end else len(text)], re.M)
    found = (KEY.match(found.group(), column) for found in rows if found.start() + start != row)
    return [unquoted(match.group(1)) for match in found if match is not None]


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
