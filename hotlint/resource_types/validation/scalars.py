"""Conversion of scalar values to a property's type (`Property.get_value` of heat/engine/properties.py)."""

from __future__ import annotations

from hotlint.common.annotations import Any
from hotlint.language.values import PartialText, Unknown, Value, is_known


def convert(kind: str, default: Any, value: Value) -> Value:
    """Return the value as a "string", "integer", "number" or "boolean"; null becomes the default, or the type's empty value.

    Raises TypeError, ValueError or OverflowError where Heat refuses the value.
    """
    if value is None:
        value = default or _EMPTY[kind]
    if isinstance(value, PartialText):
        return _partial(kind, value)
    if kind == "string":
        return _string(value)
    if kind == "integer":
        return int(value)
    return _number(value) if kind == "number" else _boolean(value)


_EMPTY = {"string": "", "integer": 0, "number": 0, "boolean": False}


def _string(value: Value) -> str:
    if not isinstance(value, str | bool | int):
        raise TypeError
    return str(value)


def _number(value: Value) -> int | float:
    if isinstance(value, int | float):
        return value
    try:
        return int(value)
    except ValueError:
        return float(value)


def _boolean(value: Value) -> bool:
    """Return a boolean. Only words count: 1 and 0 are not booleans here, unlike in parameters."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    raise ValueError


def _partial(kind: str, value: PartialText) -> Value:
    """Convert a partly known string, which can be a number or boolean only if its known parts can be part of one."""
    if kind == "string":
        return value
    if not all(_may_be_part(part.lower(), kind) for part in value.parts if isinstance(part, str)):
        raise ValueError
    return Unknown("only part of its text is known", kind)


def _may_be_part(text: str, kind: str) -> bool:
    if kind == "boolean":
        return text in "true" or text in "false"
    others = "+-_" if kind == "integer" else "+-_.einfaty"
    return all(c in others or not (c.isascii() and c.isprintable()) or c.isdigit() or c.isspace() for c in text)


def as_json(value: list[Value]) -> Value:
    """Return the JSON of a list, which is the value that Heat passes on for it where a mapping is expected."""
    if not is_known(value):
        return Unknown("it is passed on as a JSON string", "string")
    import json

    try:
        return json.dumps(value)
    except TypeError:
        return Unknown("it is passed on as a JSON string", "string")
