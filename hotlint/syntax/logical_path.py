"""The logical path of a place in a document: the keys and indices that lead to it, whatever its line."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence

_STEPS = r"'[^']*'|[^.]+"
_TOUCHING = 2
"""Entries that may hold one place: where one ends, the next may start."""


def logical_path(root: Node | None, offset: int) -> str:
    """Return the path to the innermost entry or item at an offset, such as `resources.server.properties.image`.

    Empty for a place outside of all entries. A key with a dot is in quotes; an item of a list is its 0-based index.
    """
    steps: list[str] = []
    node = root
    while node is not None:
        found = _step(node, offset)
        if found is None:
            break
        step, node = found
        steps.append(step)
    return ".".join(steps)


def steps_of(path: str) -> list[str]:
    """Return the keys and indices of a logical path, keys with a dot in their quotes."""
    return re.findall(_STEPS, path)


def has_path(root: Node | None, steps: Iterable[str]) -> bool:
    """Return whether a document has the entry or item to which keys and indices lead."""
    node = root
    for step in steps:
        if isinstance(node, Mapping):
            node = next((e.value for e in node.entries if _key(str(e.name)) == step), None)
        elif isinstance(node, Sequence) and step.isdecimal() and int(step) < len(node.items):
            node = node.items[int(step)]
        else:
            node = None
        if node is None:
            return False
    return True


def _step(node: Node, offset: int) -> tuple[str, Node | None] | None:
    """Return the step to the child at an offset and the child; None in its place on the key or an alias."""
    if isinstance(node, Mapping):
        at = bisect_right(node.entries, offset, key=lambda entry: entry.key.start)
        for entry in node.entries[max(0, at - _TOUCHING) : at]:
            end = entry.via.end if entry.via else entry.value.end
            if entry.key.start <= offset <= max(end, entry.key.end) and isinstance(entry.key, Scalar):
                inside = entry.via is None and entry.value.start <= offset
                return _key(str(entry.name)), entry.value if inside else None
    elif isinstance(node, Sequence):
        items, via = node.items, node.via
        at = bisect_right(range(len(items)), offset, key=lambda index: (via.get(index) or items[index]).start)
        for index in range(max(0, at - _TOUCHING), at):
            if offset <= (via.get(index) or items[index]).end:
                return str(index), items[index] if index not in via else None
    return None


def _key(name: str) -> str:
    return f"'{name}'" if "." in name else name
