"""Quotes around what YAML would not take for text."""

from __future__ import annotations

from hotlint.linter.diagnostic import Fix
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Scalar
from hotlint.syntax.source import Span


def quoting(node: Scalar) -> Fix | None:
    """A fix that makes text of a plain scalar. Unsafe, as it changes what Heat reads."""
    if node.style or not node.text:
        return None
    quoted = "'" + node.text.replace("'", "''") + "'"
    return Fix(f"Write {quoted}", (Edit(Span(node.start, node.end), quoted),), "unsafe")
