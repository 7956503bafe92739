"""What values hold of resources that an update replaces: their ids and attributes."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.composition.nested_values import PARENT, RENEWED
from hotlint.language.values import Either, Partial, PartialText, Unknown, Value

_KINDS = (("reference",), ("attribute",), (RENEWED,))


def touched_by(value: Value, fresh: set[str], scopes: tuple[tuple[str, ...], ...]) -> str | None:
    """Return "id" or "attribute" when a value holds one of a resource that is replaced, else None.

    "new attribute" is one that is certainly another one afterwards.
    """
    kinds = {kind for kind, name in origins(value) if kind == RENEWED or _absolute(name, scopes) in fresh}
    return "id" if "reference" in kinds else "new attribute" if RENEWED in kinds else "attribute" if kinds else None


def _absolute(name: str, scopes: tuple[tuple[str, ...], ...]) -> str:
    """Return the path from the outermost stack of a resource that a value names, such as "../net" in a nested one."""
    level = len(scopes) - 1
    while name.startswith(PARENT):
        name, level = name[len(PARENT) :], level - 1
    return "/".join([*scopes[max(level, 0)], name])


def origins(value: Value) -> Iterator[tuple[str, str]]:
    """Yield the kind ("reference", "attribute") and the name of each resource in the unknown parts of a value."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, Unknown):
            if item.origin[:1] in _KINDS and len(item.origin) > 1:
                yield str(item.origin[0]), str(item.origin[1])
        elif isinstance(item, PartialText):
            stack += item.parts
        elif isinstance(item, Either):
            stack += (item.if_true, item.if_false)
        elif isinstance(item, Partial):
            stack += (item.known, item.rest)
        elif isinstance(item, dict):
            stack += item.values()
        elif isinstance(item, list):
            stack += item
