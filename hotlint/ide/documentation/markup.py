"""Pieces of Markdown that the pages share."""

from __future__ import annotations

import re

from hotlint.common.printable import code_span as code
from hotlint.common.printable import without_markup as escaped
from hotlint.language.values import show
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence

__all__ = ["MAX_VALUE", "code", "escaped", "flow_style", "name_list", "yaml_block"]

MAX_VALUE = 400
"""Characters of a value that a page shows."""


def name_list(names: list[str], most: int = 40) -> str:
    """Return names as inline code, separated by commas."""
    more = f", and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(code(n) for n in names[:most]) + more


def flow_style(node: Node | None) -> str:
    """Return a node as it would be written on one line; "" for None."""
    if node is None:
        return ""
    if isinstance(node, Scalar):
        return show(node.value, MAX_VALUE)
    if isinstance(node, Sequence):
        return "[" + ", ".join(map(flow_style, node.items)) + "]"
    assert isinstance(node, Mapping)
    return "{" + ", ".join(f"{e.name}: {flow_style(e.value)}" for e in node.items()) + "}"


def yaml_block(text: str) -> str:
    """Return YAML as a fenced code block."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}yaml\n{text.rstrip()}\n{fence}"
