"""Collections with a tag of their own, as Heat gets them: `!!set`, `!!omap` and `!!pairs` travel as lists.

Imported only when a document has such a tag.
"""

from __future__ import annotations

from hotlint.syntax.nodes import Mapping, Node, Problem, Sequence
from hotlint.syntax.scalars import short_tag
from hotlint.syntax.source import Span


def set_list(node: Mapping) -> Sequence:
    """Return the list of the keys of a `!!set`, in the order of the text (Heat's own order is random)."""
    return _sequence(node.start, node.end, [entry.key for entry in node.items()])


def pairs_list(node: Sequence, tag: str) -> tuple[Sequence, list[Problem]]:
    """Return the list of [key, value] lists of an `!!omap` or `!!pairs`, and a problem for each item that is no pair."""
    items: list[Node] = []
    problems = []
    for item in node.items:
        entries = list(item.items()) if isinstance(item, Mapping) else []
        if len(entries) == 1:
            items.append(_sequence(item.start, item.end, [entries[0].key, entries[0].value]))
        else:
            message = f"item of {short_tag(tag)} must be a mapping with one key; Heat's YAML loader refuses any other"
            problems.append(Problem("tag", message, Span(item.start, max(item.end, item.start + 1))))
    return _sequence(node.start, node.end, items), problems


def _sequence(start: int, end: int, items: list[Node]) -> Sequence:
    made = Sequence(start, end, True)
    made.items = items
    return made
