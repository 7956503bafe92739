"""Pieces of Markdown that the pages share."""

from __future__ import annotations

import re

from hotlint.language.values import show
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence

MAX_VALUE = 400
"""Characters of a value that a page shows."""


_MARKUP = re.compile(r"([\\`*\[\]<>])")


def escaped(text: str) -> str:
    """Return a text of a template in which nothing is Markdown or HTML: no link, no image that an editor would load."""
    return _MARKUP.sub(r"\\\1", text)


def code(text: str) -> str:
    """Return a text as inline code, whatever backticks and line ends it has."""
    text = " ".join(text.splitlines()) if "\n" in text or "\r" in text else text
    if "`" not in text:
        return f"`{text}`"
    fence = "`" * (1 + max(map(len, re.findall("`+", text))))
    return f"{fence} {text} {fence}"


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
