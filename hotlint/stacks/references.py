"""How values name resources of other stacks.

An unknown value has the name of the resource that it comes from: `net` in the same template, `../net` in the template that
uses this one, `group/0/server` in a stack within this one.
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.origins import (
    FACADE,
    OF_RESOURCES,
    PARAMETER,
    PSEUDO,
    Origin,
    ValueSource,
    sources_of,
    with_sources,
)
from hotlint.language.values import Either, Partial, PartialText, Unknown, Value

PARENT = "../"
"""Precedes names of the using template in the unknown values that it passes to a nested one."""
_SCOPED = (*OF_RESOURCES, PARAMETER, PSEUDO, FACADE)
"""Kinds of sources that are another thing in another template."""


def scoped(value: Value, prefix: str) -> Value:
    """Return a value as another template sees it: the names in its unknown parts get a prefix, or lose PARENT."""
    if isinstance(value, str | int | float | None):
        return value
    if isinstance(value, Unknown):
        return value._replace(origin=_scoped_origin(value.origin, prefix))
    if isinstance(value, dict):
        return {k: scoped(v, prefix) for k, v in value.items()}
    if isinstance(value, list):
        return [scoped(v, prefix) for v in value]
    if isinstance(value, PartialText):
        return PartialText(tuple(scoped(p, prefix) for p in value.parts))
    if isinstance(value, Either):
        outcomes = scoped(value.if_true, prefix), scoped(value.if_false, prefix)
        return Either(value.condition, *outcomes, _scoped_origin(value.origin, prefix))
    if isinstance(value, Partial):
        return Partial(scoped(value.known, prefix), scoped(value.rest, prefix))
    return value


def _scoped_origin(origin: Origin, prefix: str) -> Origin:
    def change(source: ValueSource) -> ValueSource:
        if source.kind not in _SCOPED:
            return source
        name = source.name
        leaves = prefix != PARENT and name.startswith(PARENT)
        return source._replace(name=name.removeprefix(PARENT) if leaves else prefix + name)

    return with_sources(origin, change)


def origins(value: Value) -> Iterator[tuple[str, str]]:
    """Yield the kind ("reference", "attribute", RENEWED) and the name of each resource that a value comes from."""
    return ((source.kind, source.name) for source in sources_of(value) if source.kind in OF_RESOURCES)


def absolute(name: str, scopes: tuple[tuple[str, ...], ...]) -> str:
    """Return the path from the outermost stack, such as "group/0/server", of a resource that a value names.

    `scopes` are the paths of the stacks of templates around the value, outermost first, and of its own.
    """
    level = len(scopes) - 1
    while name.startswith(PARENT):
        name, level = name[len(PARENT) :], level - 1
    return "/".join([*scopes[max(level, 0)], name])
