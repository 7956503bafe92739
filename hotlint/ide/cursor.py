"""The node, the path of keys, and the calls at an offset."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.analysis.template import Named, Part
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.language.functions.base import Call
from hotlint.syntax.nodes import Entry, Mapping, Node, Sequence


class Cursor(NamedTuple):
    """The nodes at an offset from the root inwards, the keys that lead there, and whether it is on a key."""

    nodes: tuple[Node, ...]
    path: tuple[str | int, ...]
    entry: Entry | None  # the entry of which the innermost node is the key or the value
    on_key: bool

    @property
    def node(self) -> Node | None:
        """The innermost node; None for an empty document."""
        return self.nodes[-1] if self.nodes else None


def cursor_at(root: Node | None, offset: int) -> Cursor:
    """Return the innermost node that a cursor at `offset` touches, and the way to it."""
    nodes: list[Node] = []
    path: list[str | int] = []
    entry: Entry | None = None
    node = root
    while node is not None:
        nodes.append(node)
        if isinstance(node, Mapping):
            found = next((e for e in node.entries if e.key.start <= offset <= max(e.key.end, _end(e))), None)
            if found is None:
                break
            path.append(found.name if isinstance(found.name, str) else str(found.name))
            entry = found
            if found.key.start <= offset <= found.key.end:
                nodes.append(found.key)
                return Cursor(tuple(nodes), tuple(path), entry, True)
            if found.via is not None or not found.value.start <= offset <= found.value.end:
                break
            node = found.value
        elif isinstance(node, Sequence):
            index = next(
                (i for i, item in enumerate(node.items) if item.start <= offset <= item.end and i not in node.via), None
            )
            if index is None:
                break
            path.append(index)
            entry = None
            node = node.items[index]
        else:
            break
    return Cursor(tuple(nodes), tuple(path), entry, False)


def _end(entry: Entry) -> int:
    return entry.via.end if entry.via else entry.value.end


def owner_at(analysis: FileAnalysis, offset: int) -> Named | None:
    """Return the parameter, condition, resource or output around an offset; None elsewhere."""
    template = analysis.template
    for section in (template.parameters, template.conditions, template.resources, template.outputs):
        for owner in section.values():
            if owner.key.start <= offset <= max(owner.key.end, owner.node.end):
                found: Named = owner
                return found
    return None


def calls_at(analysis: FileAnalysis, offset: int) -> list[tuple[Part, Call]]:
    """Return the function calls around an offset, the innermost first."""
    owner = owner_at(analysis, offset)
    if owner is None:
        return []
    found = []
    for part in analysis.template.parts_of(owner):
        for call in part.calls:
            node = call.node
            if node is not None and node.start <= offset <= node.end:
                found.append((part, call))
    return sorted(found, key=lambda pair: pair[1].node.end - pair[1].node.start if pair[1].node else 0)
