"""Shared by the rules on structure: what a node is, and whether it was lost with lines that cannot be parsed."""

from __future__ import annotations

from hotlint.language.values import describe_type
from hotlint.rule import Edit, Entry, Fix, Mapping, Node, RuleContext, Scalar, Sequence, Span, Target


def describe(node: Node) -> str:
    """Return the type of a node in words, with its article: "a string", "a mapping"."""
    if isinstance(node, Scalar):
        return describe_type(node.value)
    return "a list" if isinstance(node, Sequence) else "a mapping"


def is_empty(node: Node) -> bool:
    """Return whether Heat treats a node as empty: null, an empty string, list or mapping, zero or false."""
    if isinstance(node, Scalar):
        return not node.value
    if isinstance(node, Sequence):
        return not node.items
    return not node.entries and not node.merged


def is_lost(node: Node, ctx: RuleContext) -> bool:
    """Return whether a node is empty only because its lines cannot be parsed."""
    return ctx.document.broken and isinstance(node, Scalar) and node.value is None


def is_string(node: Node) -> bool:
    """Return whether a node is a string."""
    return node.__class__ is Scalar and node.value.__class__ is str


def place(entry: Entry) -> Span | Target:
    """Return where to report a wrong value: its alias, the key of a block collection, or the value itself."""
    if entry.via is not None:
        return entry.via
    below = isinstance(entry.value, Mapping | Sequence) and not entry.value.flow
    return Target(entry, "key" if below else "value")


def names_a_type(entry: Entry) -> bool:
    """Return whether the value of an entry is clearly the type of a resource, whatever its key."""
    value = entry.value.value if isinstance(entry.value, Scalar) else None
    return isinstance(entry.name, str) and isinstance(value, str) and "::" in value and " " not in value


def keys(node: Node) -> list[Entry]:
    """Return the entries of a mapping whose keys are scalars; none for another node."""
    return [e for e in node.items() if isinstance(e.key, Scalar)] if isinstance(node, Mapping) else []


def quoting(node: Scalar) -> Fix | None:
    """Return a fix that puts a plain scalar in quotes, or None. Unsafe, since it changes the value that Heat reads."""
    if node.style or not node.text:
        return None
    quoted = "'" + node.text.replace("'", "''") + "'"
    return Fix(f"Change to {quoted}", (Edit(Span(node.start, node.end), quoted),), "unsafe")
