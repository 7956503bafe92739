"""Names that nothing uses because what refers to them is misspelled.

The misspelling is an error of its own, so that nothing is to be said about the name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from hotlint.common.suggestions import closest_matches
from hotlint.linter.rule import Context
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence, walk

COMPARED = 200
"""Undefined names that are compared with the defined ones: of more, the first ones in order."""


def meant_names(undefined: Iterable[str], known: Iterable[str]) -> set[str]:
    """Return the names that undefined ones are probably misspellings of."""
    names = list(known)
    return {near[0] for name in sorted(set(undefined))[:COMPARED] if (near := closest_matches(name, names))}


def written_names(ctx: Context, keys: Collection[str]) -> set[str]:
    """Return the names below one of `keys`, or a misspelling of it, anywhere in the document: in misspelled sections, too.

    The value of a key is a name, or a list that begins with one.
    """
    meant = {name for name in ctx.document.key_names if isinstance(name, str) and _is_one_of(name, keys)}
    return set(_written(ctx.document.root, meant)) if meant else set()


def _is_one_of(key: str, keys: Collection[str]) -> bool:
    """Return whether a key is one of `keys` or a misspelling of it."""
    return key in keys or (any(abs(len(key) - len(k)) <= 2 for k in keys) and bool(closest_matches(key, keys)))


def _written(root: Node | None, keys: Collection[str]) -> Iterator[str]:
    for node in walk(root):
        for entry in node.entries if isinstance(node, Mapping) else ():
            if entry.name not in keys:
                continue
            first = entry.value.items[0] if isinstance(entry.value, Sequence) and entry.value.items else entry.value
            if isinstance(first, Scalar) and isinstance(first.value, str):
                yield first.value
