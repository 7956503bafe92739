"""Prove that two texts are the same document to Heat.

Scalars have to be the same character by character, with the same quotes and the same type. The order of keys has to be the
same wherever it could be seen: everywhere but for the sections of a HOT template or an environment, and the keys of one resource.
"""

from __future__ import annotations

from typing import Any

from hotlint.analysis.template import kind_of
from hotlint.syntax.nodes import Document, Entry, Mapping, Node, Scalar, Sequence


def difference(before: Document, after: Document, *, comments: bool = True) -> str | None:
    """Return what differs between two documents, as a clause; None when Heat and a reader find the same in both.

    Compared are the trees, anchors and aliases, problems, and, unless `comments` is False, the comments, wherever they are.
    """
    if [p.slug for p in before.problems] != [p.slug for p in after.problems]:
        return "it would have other YAML problems"
    if list(before.anchors) != list(after.anchors) or _names(before) != _names(after):
        return "its anchors and aliases would change"
    if comments and sorted(_comments(before)) != sorted(_comments(after)):
        return "a comment would change"
    comparison = _Comparison()
    same = comparison.roots if kind_of(before) in ("hot", "environment") else comparison.nodes
    return None if same(before.root, after.root) else "a value would change"


def _names(document: Document) -> list[str]:
    return sorted(name for name, _ in document.aliases)


def _comments(document: Document) -> list[str]:
    text = document.text
    return [text[span.start : span.end].rstrip() for span in document.comments]


class _Comparison:
    """Compares two trees. What was once found equal is not compared again, as aliases may repeat it thousands of times."""

    def __init__(self) -> None:
        self._equal: set[tuple[int, int]] = set()

    def nodes(self, one: Node | None, other: Node | None) -> bool:
        """Return whether two nodes are the same, the order of keys included."""
        if isinstance(one, Scalar) and isinstance(other, Scalar):
            return (one.text, one.style, type(one.value)) == (other.text, other.style, type(other.value))
        if type(one) is not type(other):
            return False
        key = (id(one), id(other))
        if key not in self._equal:
            if not self._collections(one, other):
                return False
            self._equal.add(key)
        return True

    def roots(self, one: Node | None, other: Node | None) -> bool:
        """Return whether the roots of two files are the same, whatever the order of sections and of a resource's keys."""
        return self._unordered(one, other, self._section)

    def _section(self, one: Entry, other: Entry) -> bool:
        if one.name != "resources" or not (isinstance(one.value, Mapping) and isinstance(other.value, Mapping)):
            return self._entry(one, other)
        return self._same_frame(one.value, other.value) and all(
            map(self._resource, one.value.entries, other.value.entries)
        )

    def _resource(self, one: Entry, other: Entry) -> bool:
        return self.nodes(one.key, other.key) and self._unordered(one.value, other.value, self._entry)

    def _unordered(self, one: Node | None, other: Node | None, same: Any) -> bool:
        """Compare two mappings by name; duplicates of one name in their order, as Heat keeps the last."""
        if not (isinstance(one, Mapping) and isinstance(other, Mapping)):
            return self.nodes(one, other)
        if not self._same_frame(one, other):
            return False
        return all(map(same, sorted(one.entries, key=_sort_key), sorted(other.entries, key=_sort_key)))

    def _collections(self, one: Any, other: Any) -> bool:
        if isinstance(one, Sequence):
            return (
                one.flow == other.flow
                and len(one.items) == len(other.items)
                and all(map(self.nodes, one.items, other.items))
            )
        if one is None:
            return other is None
        return self._same_frame(one, other) and all(map(self._entry, one.entries, other.entries))

    def _same_frame(self, one: Mapping, other: Mapping) -> bool:
        return (
            (one.flow, len(one.entries), len(one.merged)) == (other.flow, len(other.entries), len(other.merged))
        ) and all(self.nodes(a, b) for (_, a), (_, b) in zip(one.merged, other.merged, strict=True))

    def _entry(self, one: Entry, other: Entry) -> bool:
        return self.nodes(one.key, other.key) and self.nodes(one.value, other.value)


def _sort_key(entry: Entry) -> str:
    return str(entry.name)
