"""The origins of values: whether a template writes a value itself, or takes it from a parameter or a resource.

An origin has the shape of the value: a word for a value, or a mapping or list of origins for its items.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from hotlint.language.functions.base import Call, Snippet
from hotlint.language.values import Value

LITERAL = "literal"
DEFAULT = "default"
FUNCTION = "function"


class WithOrigin(NamedTuple):
    """A value with its origin."""

    value: Value
    origin: Any


_BY_TARGET = {"parameter": "parameter", "resource": "resource", "file": "file"}


def origin_of(snippet: Snippet, parameters: object = ()) -> Any:
    """Return the origin of a snippet; `parameters` are the names of parameters, which `Ref` may name."""
    if isinstance(snippet, Call):
        function = snippet.function
        if function.macro or not function.references:
            return FUNCTION
        kinds = {_kind(target.kind, target.name, parameters) for target in snippet.targets}
        return kinds.pop() if len(kinds) == 1 else FUNCTION
    if isinstance(snippet, dict):
        return {str(key): origin_of(item, parameters) for key, item in snippet.items()}
    if isinstance(snippet, list):
        return [origin_of(item, parameters) for item in snippet]
    return LITERAL


def _kind(kind: str, name: str, parameters: Any) -> str:
    if kind == "ref":
        return "parameter" if name in parameters else "resource"
    return _BY_TARGET.get(kind, FUNCTION)


def of_properties(origin: Any, names: Any) -> Any:
    """Return the origins of properties as Heat passes them to a resource; `names` are those that have a value.

    A property that Heat moved to another name has the origin "function".
    """
    if not isinstance(origin, dict):
        return origin
    moved = any(name not in names for name in origin)
    return {name: origin.get(name, FUNCTION if moved else DEFAULT) for name in names}
