"""Insertion of entries into a template: after the last one of a section, or in a new section."""

from __future__ import annotations

from hotlint.ide.snapshot import Snapshot
from hotlint.language import versions
from hotlint.syntax.edits import Edit, line_ending
from hotlint.syntax.nodes import Entry, Mapping, Scalar
from hotlint.syntax.source import Span


def new_entry(snapshot: Snapshot, section: str, name: str, lines: list[str]) -> Edit | None:
    """Return the edit that adds an entry to a section; `lines` are nested in it. None for flow style."""
    entry = snapshot.template.sections.get(section)
    body = [f"{name}:", *(f"  {line}" for line in lines)]
    if entry is None:
        return _new_section(snapshot, section, body)
    node = entry.value
    if isinstance(node, Mapping) and not node.flow and node.entries:
        last = node.entries[-1]
        return _behind(snapshot, last, column_of(snapshot.text, last.key.start), body)
    if isinstance(node, Scalar) and node.value is None:
        at = line_end(snapshot.text, entry.key.end)
        return Edit(Span(at, at), "".join(f"\n  {line}" for line in body))
    return None


def _behind(snapshot: Snapshot, last: Entry, column: int, body: list[str]) -> Edit:
    end = last.via.end if last.via else max(last.value.end, last.key.end)
    at = line_end(snapshot.text, max(end - 1, last.key.end))
    return Edit(Span(at, at), "".join(f"\n{' ' * column}{line}" for line in body))


def _new_section(snapshot: Snapshot, section: str, body: list[str]) -> Edit | None:
    """Return the edit that adds a section, before those that come later in the usual order."""
    order = list(versions.SECTIONS)
    later = [e for n, e in snapshot.template.sections.items() if n in order and order.index(n) > order.index(section)]
    text = "".join(f"  {line}\n" for line in body)
    if not later:
        end = len(snapshot.text)
        lead = "" if snapshot.text.endswith(("\n", "\r")) or not snapshot.text else "\n"
        return Edit(Span(end, end), f"{lead}{section}:\n{text}")
    first = min(later, key=lambda e: e.key.start)
    if column_of(snapshot.text, first.key.start):
        return None
    return Edit(Span(first.key.start, first.key.start), f"{section}:\n{text}\n")


def column_of(text: str, offset: int) -> int:
    """Return the 0-based column of an offset."""
    return offset - (max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1)


def line_end(text: str, offset: int) -> int:
    """Return the end of the line of an offset, its line end not included."""
    at = text.find(line_ending(text), offset)
    return len(text) if at < 0 else at
