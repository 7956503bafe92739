"""How values name resources of other stacks.

An unknown value has the name of the resource that it comes from: `net` in the same template, `../net` in the template that
uses this one, `group/0/server` in a stack within this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

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

    def change(name: str) -> str:
        leaves = prefix != PARENT and name.startswith(PARENT)
        return name.removeprefix(PARENT) if leaves else prefix + name

    return renamed(value, change)


def renamed(value: Value, change: Callable[[str], str]) -> Value:
    """Return a value whose unknown parts have other names of resources and parameters."""
    if isinstance(value, str | int | float | None):
        return value
    if isinstance(value, Unknown):
        return Unknown(value.reason, value.type, _renamed_origin(value.origin, change))
    if isinstance(value, dict):
        return {k: renamed(v, change) for k, v in value.items()}
    if isinstance(value, list):
        return [renamed(v, change) for v in value]
    if isinstance(value, PartialText):
        return PartialText(tuple(renamed(p, change) for p in value.parts))
    if isinstance(value, Either):
        outcomes = renamed(value.if_true, change), renamed(value.if_false, change)
        return Either(value.condition, *outcomes, _renamed_origin(value.origin, change))
    if isinstance(value, Partial):
        return Partial(renamed(value.known, change), renamed(value.rest, change))
    return value


def _renamed_origin(origin: Origin, change: Callable[[str], str]) -> Origin:
    return with_sources(
        origin,
        lambda one: ValueSource(one.kind, change(one.name), one.path, one.hidden) if one.kind in _SCOPED else one,
    )


def origins(value: Value) -> Iterator[tuple[str, str]]:
    """Yield the kind ("reference", "attribute", RENEWED) and the name of each resource that a value comes from."""
    return ((source.kind, source.name) for source in sources_of(value) if source.kind in OF_RESOURCES)


def absolute(name: str, scopes: tuple[tuple[str, ...], ...]) -> str:
    """Return the path from the outermost stack, such as "group/0/server", of a resource that a value names.

    `scopes` are the paths of the stacks of templates around the value, outermost first, and of its own. The name of something
    outside of all of them keeps PARENT.
    """
    level = len(scopes) - 1
    while level and name.startswith(PARENT):
        name, level = name[len(PARENT) :], level - 1
    return "/".join([*scopes[level], name])
