"""What the rules on structure share: what a node is, and whether it was lost with lines that cannot be read."""

from __future__ import annotations

from hotlint.language.values import describe_type
from hotlint.linter.rule import Context, Target
from hotlint.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence
from hotlint.syntax.source import Span


def sort(node: Node) -> str:
    """What a node is, in an author's words, with its article."""
    if isinstance(node, Scalar):
        return describe_type(node.value)
    return "a list" if isinstance(node, Sequence) else "a map"


def is_empty(node: Node) -> bool:
    """Whether Heat takes a node for nothing: null, an empty text, list or map, zero or false."""
    if isinstance(node, Scalar):
        return not node.value
    if isinstance(node, Sequence):
        return not node.items
    return not node.entries and not node.merged


def is_lost(node: Node, ctx: Context) -> bool:
    """Whether nothing stands here only because the lines that said it cannot be read."""
    return ctx.document.broken and isinstance(node, Scalar) and node.value is None


def is_text(node: Node) -> bool:
    return isinstance(node, Scalar) and isinstance(node.value, str)


def place(entry: Entry) -> Span | Target:
    """Where a wrong value is shown: the alias that brought it, the key of what stands below it, or the value itself."""
    if entry.via is not None:
        return entry.via
    below = isinstance(entry.value, Mapping | Sequence) and not entry.value.flow
    return Target(entry, "key" if below else "value")


def names_a_type(entry: Entry) -> bool:
    """Whether what stands in an entry is plainly the type of a resource, whatever the key is."""
    value = entry.value.value if isinstance(entry.value, Scalar) else None
    return isinstance(entry.name, str) and isinstance(value, str) and "::" in value and " " not in value


def keys(node: Node) -> list[Entry]:
    """The entries of a map whose keys are scalars; none for another node."""
    return [e for e in node.items() if isinstance(e.key, Scalar)] if isinstance(node, Mapping) else []
