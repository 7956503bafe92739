"""The origins of values: whether a template writes a value itself, or takes it from a parameter or a resource.

An origin has the shape of the value: an `Origin` for a value, or a mapping or list of origins for its items.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any, NamedTuple

from hotlint.analysis.composition.value_origins import sources_named
from hotlint.language.functions.base import Call, Snippet
from hotlint.language.origins import ATTRIBUTE, FILE, PARAMETER, REFERENCE
from hotlint.language.values import Value


class Origin(NamedTuple):
    """Where a value comes from. `names` are those of the parameters, resources and files that it reads, in order."""

    kind: str
    names: tuple[str, ...] = ()


LITERAL = Origin("literal")
DEFAULT = Origin("default")
FUNCTION = Origin("function")


class WithOrigin(NamedTuple):
    """A value with its origin."""

    value: Value
    origin: Any


_KINDS = {PARAMETER: "parameter", REFERENCE: "resource", ATTRIBUTE: "resource", FILE: "file"}


def origin_of(snippet: Snippet, parameters: Container[str] = ()) -> Any:
    """Return the origin of a snippet; `parameters` are the names of parameters, which `Ref` may name."""
    if isinstance(snippet, Call):
        named = [] if snippet.function.macro else sources_named(snippet, parameters)
        kinds = {_KINDS[source.kind] for source in named}
        names = (*(source.name for source in named), *names_of(origin_of(snippet.args, parameters)))
        return Origin(kinds.pop() if len(kinds) == 1 else FUNCTION.kind, tuple(dict.fromkeys(names)))
    if isinstance(snippet, dict):
        return {str(key): origin_of(item, parameters) for key, item in snippet.items()}
    if isinstance(snippet, list):
        return [origin_of(item, parameters) for item in snippet]
    return LITERAL


def names_of(origin: Any) -> Iterator[str]:
    """Yield the names in an origin of any shape."""
    if isinstance(origin, Origin):
        yield from origin.names
    elif isinstance(origin, dict | list):
        for item in origin.values() if isinstance(origin, dict) else origin:
            yield from names_of(item)


def computed(origin: Any) -> Origin:
    """Return the origin of what Heat makes of values with an origin of any shape, whose names it has."""
    return Origin(FUNCTION.kind, tuple(dict.fromkeys(names_of(origin))))


def of_properties(origin: Any, names: Any, targets: frozenset[str]) -> Any:
    """Return the origins of properties as Heat passes them to a resource; `names` are those that have a value.

    `targets` are those that Heat moves others to. What is moved has the origin "function".
    """
    if not isinstance(origin, dict):
        return origin
    moved = [origin[name] for name in origin if name not in names]
    return {name: origin.get(name, computed(moved) if moved and name in targets else DEFAULT) for name in names}
