"""Fragments of YAML that are cut out of a text, rewritten, and put back at their column."""

from __future__ import annotations


def dedented(fragment: str, column: int) -> str | None:
    """Return a fragment that begins at a column, its further lines moved left by as much; None where one is less indented."""
    first, *lines = fragment.split("\n")
    made = []
    for line in lines:
        if line[:column].strip():
            return None
        made.append(line[column:])
    return "\n".join([first, *made])


def indented_fragment(fragment: str, column: int) -> str:
    """Return a fragment with its further lines moved right to a column; empty lines stay empty."""
    first, *lines = fragment.split("\n")
    return "\n".join([first, *(" " * column + line if line else "" for line in lines)])
