"""Insertion of entries into a template: after the last one of a section, or in a new section."""

from __future__ import annotations

import re

from hotlint.ide.file_analysis import FileAnalysis
from hotlint.language import versions
from hotlint.syntax import scalars
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Entry, Mapping, Node, Scalar
from hotlint.syntax.source import Span

_LINE_ENDS = "\n\r\x85\u2028\u2029"
_LINE_END = re.compile(f"[{_LINE_ENDS}]")
_STRIPPED = "\v\f\x1c\x1d\x1e\x1f"
"""Characters that Heat's client strips from the end of a template; YAML allows them nowhere else."""
_LONGEST_KEY = 1000
"""Characters of a key; YAML reads no key of more than 1,024."""


def new_entry(analysis: FileAnalysis, section: str, name: str, lines: list[str]) -> Edit | None:
    """Return the edit that adds an entry to a section; `lines` are nested in it.

    None for a section in flow style, and for a name that is too long for a key.
    """
    return _new_body(analysis, section, name, [f"{scalars.written(name)}:", *(f"  {line}" for line in lines)])


def new_lines(analysis: FileAnalysis, section: str, lines: list[str]) -> Edit | None:
    """Return the edit that adds the lines of whole entries to a section; None for a section in flow style."""
    return _new_body(analysis, section, "", lines)


def new_value(analysis: FileAnalysis, section: str, name: str, written: str) -> Edit | None:
    """Return the edit that adds an entry to a section, with a value on its line; None as for `new_entry`."""
    return _new_body(analysis, section, name, [f"{scalars.written(name)}: {written}"])


def _new_body(analysis: FileAnalysis, section: str, name: str, body: list[str]) -> Edit | None:
    if len(name) > _LONGEST_KEY:
        return None
    entry = analysis.template.sections.get(section)
    if entry is None:
        return _new_section(analysis, section, body)
    node = entry.value
    if isinstance(node, Mapping) and not node.flow and node.entries:
        last = node.entries[-1]
        return _behind(analysis, last, key_column(analysis.text, last.key), body)
    if isinstance(node, Scalar) and node.value is None:
        return _in_place_of_null(analysis.text, entry.key, node, "".join(f"\n  {line}" for line in body))
    return None


def _in_place_of_null(text: str, key: Node, null: Scalar, body: str) -> Edit | None:
    """Return the edit that gives a key without a value its body; None for a null with an anchor or a tag."""
    if null.end == null.start:
        at = line_end(text, key.end)
        return Edit(Span(at, at), body)
    colon, _, between = text[key.end : null.start].rpartition(":")
    if colon.strip() or between.strip():
        return None
    end = line_end(text, null.end)
    return Edit(Span(null.start - len(between), end), text[null.end : end].rstrip(" \t") + body)


def _behind(analysis: FileAnalysis, last: Entry, column: int, body: list[str]) -> Edit:
    end = last.via.end if last.via else max(last.value.end, last.key.end)
    at = line_end(analysis.text, max(end - 1, last.key.end))
    return Edit(Span(at, at), "".join(f"\n{' ' * column}{line}" for line in body))


def _new_section(analysis: FileAnalysis, section: str, body: list[str]) -> Edit | None:
    """Return the edit that adds a section, before those that come later in the usual order."""
    order = list(versions.SECTIONS)
    later = [e for n, e in analysis.template.sections.items() if n in order and order.index(n) > order.index(section)]
    text = "".join(f"  {line}\n" for line in body)
    if not later:
        end = _end(analysis.text)
        lead = "" if analysis.text.endswith(("\n", "\r"), 0, end) or not end else "\n"
        return Edit(Span(end, end), f"{lead}{section}:\n{text}")
    first = min(later, key=lambda e: e.key.start)
    start = _start(analysis.text, first.key.start)
    return Edit(Span(start, start), f"{section}:\n{text}\n") if not column_of(analysis.text, start) else None


def column_of(text: str, offset: int) -> int:
    """Return the 0-based column of an offset, in the line that YAML sees: U+0085, U+2028 and U+2029 end one, too."""
    return offset - (max(text.rfind(char, 0, offset) for char in _LINE_ENDS) + 1)


def key_column(text: str, key: Node) -> int:
    """Return the 0-based column of an entry in block style, which may begin with a `?`, or an anchor or a tag of its key."""
    return column_of(text, _start(text, key.start))


def _start(text: str, offset: int) -> int:
    """Return where the entry begins whose key is at an offset."""
    while True:
        before = offset - 1
        while before > 0 and text[before] in " \t":
            before -= 1
        word = max(text.rfind(char, 0, before + 1) for char in " \t\n\r") + 1
        if before < 0 or text[before] in _LINE_ENDS or not (text[word] in "&!" or text[word : before + 1] == "?"):
            return offset
        offset = word


def line_end(text: str, offset: int) -> int:
    """Return the end of the line of an offset, without its line end and without what only the end of a template may have."""
    found = _LINE_END.search(text, offset)
    end = found.start() if found is not None else len(text)
    return offset + len(text[offset:end].rstrip(_STRIPPED))


def _end(text: str) -> int:
    """Return the end of a template, where that can be followed by more."""
    end = len(text.rstrip())
    return end if any(char in _STRIPPED for char in text[end:]) else len(text)
