"""The fix that makes Heat create a resource after another one: shared by the rules about an order that Heat does not see."""

from __future__ import annotations

import re

from hotlint.rule import Edit, Fix, Mapping, Resource, RuleContext, Scalar, Sequence, Span

_PLAIN = r"[A-Za-z_][\w.-]*"


def depends_on_fix(resource: Resource, name: str, ctx: RuleContext) -> Fix | None:
    """Return a fix that makes a resource depend on another one of the template.

    None where the other one waits for it, so that they would wait for each other, and where the text has no place for the name.
    """
    if re.fullmatch(_PLAIN, name) is None or makes_cycle(resource, name, ctx):
        return None
    written, text = resource.fields.get("depends_on"), ctx.document.text
    edit = _more(written.value, name, text) if written is not None else _new_entry(resource, name, text)
    return Fix(f"Add '{name}' to depends_on", (edit,), "unsafe") if edit is not None else None


def makes_cycle(resource: Resource, name: str, ctx: RuleContext) -> bool:
    """Return whether Heat creates the other resource only after this one, or they are the same."""
    return name == resource.name or ctx.deployment.root.order.of_creation().is_after(name, resource.name)


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
    end = _line_end(last.end, text)
    return Edit(Span(end, end), f"\n{' ' * _column(node.start, text)}- {name}")


def _new_entry(resource: Resource, name: str, text: str) -> Edit | None:
    """Return the edit that adds the entry `depends_on` after the type."""
    kind = resource.fields.get("type")
    if kind is None or not isinstance(resource.node, Mapping) or not isinstance(kind.value, Scalar):
        return None
    end = kind.value.end
    if resource.node.flow:
        return Edit(Span(end, end), f", depends_on: {name}")
    end = _line_end(end, text)
    return Edit(Span(end, end), f"\n{' ' * _column(kind.key.start, text)}depends_on: {name}")


def _line_end(at: int, text: str) -> int:
    """Return the end of the line of an offset, behind a comment that is there."""
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    return end - text.endswith("\r", at, end)


def _column(at: int, text: str) -> int:
    return at - (text.rfind("\n", 0, at) + 1)
