"""Fix that puts a plain scalar in quotes."""

from __future__ import annotations

from hotlint.rule import Edit, Fix, Scalar, Span


def quoting(node: Scalar) -> Fix | None:
    """Return a fix that puts a plain scalar in quotes, or None. Unsafe, since it changes the value that Heat reads."""
    if node.style or not node.text:
        return None
    quoted = "'" + node.text.replace("'", "''") + "'"
    return Fix(f"Change to {quoted}", (Edit(Span(node.start, node.end), quoted),), "unsafe")
