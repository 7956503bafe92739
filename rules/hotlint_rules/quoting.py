"""Quotes around what YAML would not take for text."""

from __future__ import annotations

from hotlint.diagnostic import Edit, Fix
from hotlint.text import Span
from hotlint.yamltree import Scalar


def quoting(node: Scalar) -> Fix | None:
    """A fix that makes text of a plain scalar. Unsafe, as it changes what Heat reads."""
    if node.style or not node.text:
        return None
    quoted = "'" + node.text.replace("'", "''") + "'"
    return Fix(f"Write {quoted}", (Edit(Span(node.start, node.end), quoted),), "unsafe")
