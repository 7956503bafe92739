"""How values name resources of other stacks.

An unknown value has the name of the resource that it comes from: `net` in the same template, `../net` in the template that
uses this one, `group/0/server` in a stack within this one.
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.values import Either, Partial, PartialText, Unknown, Value

PARENT = "../"
"""Precedes names of the using template in the unknown values that it passes to a nested one."""
RENEWED = "renewed"
"""The kind of an unknown attribute that is certainly another one once its resource is replaced."""

_KINDS = ("reference", "attribute", RENEWED)


def scoped(value: Value, prefix: str) -> Value:
    """Return a value as another template sees it: the names in its unknown parts get a prefix, or lose PARENT."""
    if isinstance(value, str | int | float | None):
        return value
    if isinstance(value, Unknown):
        if len(value.origin) < 2 or value.origin[0] not in (*_KINDS, "parameter"):
            return value
        kind, name, *rest = value.origin
        name = str(name)
        name = name.removeprefix(PARENT) if prefix != PARENT and name.startswith(PARENT) else prefix + name
        return value._replace(origin=(kind, name, *rest))
    if isinstance(value, dict):
        return {k: scoped(v, prefix) for k, v in value.items()}
    if isinstance(value, list):
        return [scoped(v, prefix) for v in value]
    if isinstance(value, PartialText):
        return PartialText(tuple(scoped(p, prefix) for p in value.parts))
    if isinstance(value, Either):
        return Either(value.condition, scoped(value.if_true, prefix), scoped(value.if_false, prefix))
    if isinstance(value, Partial):
        return Partial(scoped(value.known, prefix), scoped(value.rest, prefix))
    return value


def origins(value: Value) -> Iterator[tuple[str, str]]:
    """Yield the kind ("reference", "attribute", RENEWED) and the name of each resource in the unknown parts of a value."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, Unknown):
            if len(item.origin) > 1 and item.origin[0] in _KINDS:
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


def absolute(name: str, scopes: tuple[tuple[str, ...], ...]) -> str:
    """Return the path from the outermost stack, such as "group/0/server", of a resource that a value names.

    `scopes` are the paths of the stacks of templates around the value, outermost first, and of its own.
    """
    level = len(scopes) - 1
    while name.startswith(PARENT):
        name, level = name[len(PARENT) :], level - 1
    return "/".join([*scopes[max(level, 0)], name])
