"""The fix of a missing dependency: it adds a name to `depends_on`."""

from __future__ import annotations

import re

from hotlint.rule import Edit, Fix, Mapping, Resource, Scalar, Sequence, Span

_PLAIN = re.compile(r"[A-Za-z_][\w.-]*")


def depends_on_fix(resource: Resource, name: str, text: str) -> Fix | None:
    """Return a fix that makes a resource depend on another one; None where `text` has no place for it."""
    if _PLAIN.fullmatch(name) is None:
        return None
    written = resource.fields.get("depends_on")
    edit = _more(written.value, name, text) if written is not None else _new_entry(resource, name, text)
    return Fix(f"Add '{name}' to depends_on", (edit,), "unsafe") if edit is not None else None


def _more(node: object, name: str, text: str) -> Edit | None:
    """Return the edit that adds a name to those that there are."""
    if (
        isinstance(node, Scalar)
        and isinstance(node.value, str)
        and node.style in ("", "'", '"')
        and node.end > node.start
    ):
        return Edit(node.span, f"[{text[node.start : node.end]}, {name}]")
    if not isinstance(node, Sequence) or not node.items:
        return None
    last = node.items[-1]
    if not isinstance(last, Scalar) or last.style in ("|", ">"):
        return None
    if node.flow:
        return Edit(Span(last.end, last.end), f", {name}")
    return Edit(Span(last.end, last.end), f"\n{' ' * _column(node.start, text)}- {name}")


def _new_entry(resource: Resource, name: str, text: str) -> Edit | None:
    """Return the edit that adds the entry `depends_on` after the type."""
    kind = resource.fields.get("type")
    if kind is None or not isinstance(resource.node, Mapping) or not isinstance(kind.value, Scalar):
        return None
    end = kind.value.end
    if resource.node.flow:
        return Edit(Span(end, end), f", depends_on: {name}")
    indent = " " * _column(kind.key.start, text)
    return Edit(Span(end, end), f"\n{indent}depends_on: {name}")


def _column(at: int, text: str) -> int:
    return at - (text.rfind("\n", 0, at) + 1)
