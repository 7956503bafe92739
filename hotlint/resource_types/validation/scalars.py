"""Heat's conversions of single values to a property's type."""

from __future__ import annotations

from typing import Any

from hotlint.language.values import PartialText, Unknown, Value


def convert(kind: str, default: Any, value: Value) -> Value:
    """A value as a "string", "integer", "number" or "boolean". Null is the default, or what is empty of that type.

    Raises TypeError, ValueError or OverflowError where Heat refuses the value.
    """
    if value is None:
        value = default or _EMPTY[kind]
    if isinstance(value, PartialText):
        return _partial(kind, value)
    if kind == "string":
        return _text(value)
    if kind == "integer":
        return int(value)
    return _number(value) if kind == "number" else _boolean(value)


_EMPTY = {"string": "", "integer": 0, "number": 0, "boolean": False}


def _text(value: Value) -> str:
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
    """Words only: 1 and 0 are no booleans here, though they are for parameters."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    raise ValueError


def _partial(kind: str, value: PartialText) -> Value:
    """Partly known text can be a number or boolean only if its known parts can stand in one."""
    if kind == "string":
        return value
    if not all(_may_stand_in(part.lower(), kind) for part in value.parts if isinstance(part, str)):
        raise ValueError
    return Unknown("only part of its text is known", kind)


def _may_stand_in(text: str, kind: str) -> bool:
    if kind == "boolean":
        return text in "true" or text in "false"
    others = "+-_" if kind == "integer" else "+-_.einfaty"
    return all(c in others or not (c.isascii() and c.isprintable()) or c.isdigit() or c.isspace() for c in text)
