"""Lines of a block with another indentation."""

from __future__ import annotations

from hotlint.ide.code_actions.refusal import RefusalError


def indented(text: str, indent: str, column: int) -> list[str]:
    """Return the lines of a block that begins at a column, with another indentation; blank lines stay empty.

    Raises RefusalError where a line begins before that column.
    """
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    if any(line.strip() and line[:column].strip() for line in lines):
        raise RefusalError("A line is indented less than the block that it is in.")
    return [indent + line[column:] if line.strip() else "" for line in lines]
