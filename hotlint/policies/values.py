"""Values of a dry run as CEL has them. What is not known is a mark, which CEL's own rules carry through an expression.

CEL evaluates `a || b` to true where one side is true, whatever error the other side is; an unknown value is treated in the
same way, so that an expression is unknown only where its value depends on what is not known.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any, Final

import re2  # type: ignore[import-untyped]
from celpy.celtypes import (
    BoolType,
    DoubleType,
    IntType,
    ListType,
    MapType,
    StringType,
    UintType,
    logical_and,
    logical_or,
)
from celpy.evaluation import CELEvalError, base_functions

from hotlint.language.values import MARKS, Partial, Value, first_unknown, settled
from hotlint.policies.origins import FUNCTION, LITERAL, Origin, WithOrigin, computed, names_of

_INT_LIMIT = 1 << 63
TYPE_NAMES: Final = {made: name for name, made in base_functions.items() if isinstance(made, type)}
"""The names of the types of CEL, by cel-python's classes."""


class UnknownMark(CELEvalError):  # noqa: N818
    """A value that is not known; `reason` says why."""

    def __init__(self, reason: str, *more: Any, **options: Any) -> None:
        super().__init__(reason)
        self.reason = reason


class PartialMap(MapType):
    """A mapping that may have further keys: the value of any of them is not known."""

    def __init__(self, items: dict[Any, Any], mark: UnknownMark) -> None:
        super().__init__(items)
        self.mark = mark

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(key) if key in self else self.mark


def cel_value(value: Value, origin: Any = None) -> Any:
    """Return a value of a dry run as a value of CEL. `origin`: see `hotlint.policies.origins`; None for none.

    A value may hold values with an origin of their own (`WithOrigin`).
    """
    made = _cel_value(value, origin)
    if made is not None and origin is not None:
        flat = Origin(LITERAL.kind, tuple(names_of(origin)) if isinstance(made, UnknownMark) else ())
        made.origin = origin if isinstance(origin, Origin) else flat
    return made


def _cel_value(value: Value, origin: Any) -> Any:
    if isinstance(value, WithOrigin):
        return cel_value(*value)
    if value is None or isinstance(value, CELEvalError):
        return value
    if isinstance(value, bool):
        return BoolType(value)
    if isinstance(value, int):
        return IntType(value) if -_INT_LIMIT <= value < _INT_LIMIT else DoubleType(value)
    if isinstance(value, float):
        return DoubleType(value)
    if isinstance(value, str):
        return StringType(value)
    value = settled(value)
    if isinstance(value, Partial) and isinstance(value.known, dict):
        return PartialMap(_items(value.known, origin), UnknownMark(value.rest.reason))
    if isinstance(value, MARKS):
        unknown = first_unknown(value)
        return UnknownMark(unknown.reason if unknown is not None else "it is not known")
    if isinstance(value, dict):
        return MapType(_items(value, origin))
    if isinstance(value, list | tuple | set):
        each = origin if isinstance(origin, list) and len(origin) == len(value) else [_of_item(origin)] * len(value)
        return ListType([cel_value(item, one) for item, one in zip(value, each, strict=True)])
    return StringType(str(value))


def cel_mapping(items: dict[str, Any]) -> MapType:
    """Return values of CEL by name as a value of CEL."""
    return MapType({StringType(name): item for name, item in items.items()})


def _items(value: dict[Any, Any], origin: Any) -> dict[Any, Any]:
    known = origin if isinstance(origin, dict) else {}
    rest = _of_item(origin)
    return {StringType(str(key)): cel_value(item, known.get(str(key), rest)) for key, item in value.items()}


def _of_item(origin: Any) -> Any:
    """Return the origin of an item that the template does not write: that of the whole value, or one that it was made of."""
    return origin if origin is None or isinstance(origin, Origin) else computed(origin)


def value_origin(value: Any) -> Any:
    """Return the origin of a value of CEL as a string: null is a literal, and what an expression makes a function."""
    return StringType((LITERAL if value is None else getattr(value, "origin", FUNCTION)).kind)


def value_sources(value: Any) -> Any:
    """Return the names of the parameters, resources and files that a value of CEL reads, at any depth, as a list."""
    return ListType([StringType(name) for name in dict.fromkeys(_sources(value))])


def _sources(value: Any) -> Iterator[str]:
    yield from getattr(value, "origin", LITERAL).names
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _sources(item)


def plain_value(value: Any) -> Value:
    """Return a value of CEL as plain data; `<unknown>` for what is not known."""
    if isinstance(value, CELEvalError):
        return "<unknown>" if isinstance(value, UnknownMark) else "<error>"
    if isinstance(value, BoolType):
        return bool(value)
    if isinstance(value, dict):
        return {str(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain_value(item) for item in value]
    if isinstance(value, IntType | UintType):
        return int(value)
    if isinstance(value, DoubleType):
        return float(value)
    if isinstance(value, type):
        return TYPE_NAMES[value]
    return value if value is None else str(value)


def cel_equal(a: Any, b: Any) -> Any:
    """Return whether two values are equal: a BoolType, or a mark where that depends on what is not known.

    Values of different types are not equal, as CEL has it since 2022; an integer equals a float of the same value.
    """
    if isinstance(a, CELEvalError) or isinstance(b, CELEvalError):
        return a if isinstance(a, CELEvalError) else b
    if isinstance(a, dict) and isinstance(b, dict):
        partial = next((x for x in (a, b) if isinstance(x, PartialMap)), None)
        if partial is not None:
            return partial.mark
        if a.keys() != b.keys():
            return BoolType(False)
        return _all([cel_equal(item, b[key]) for key, item in a.items()])
    if isinstance(a, list) and isinstance(b, list):
        return _all([cel_equal(x, y) for x, y in zip(a, b, strict=True)]) if len(a) == len(b) else BoolType(False)
    numbers = _is_number(a) and _is_number(b)
    return BoolType((numbers or type(a) is type(b)) and _raw(a) == _raw(b))


def _all(answers: list[Any]) -> Any:
    marks = [answer for answer in answers if isinstance(answer, CELEvalError)]
    if any(not isinstance(answer, CELEvalError) and not answer for answer in answers):
        return BoolType(False)
    return marks[0] if marks else BoolType(True)


def cel_sum(a: Any, b: Any) -> Any:
    """Return `a + b` as a value of CEL: Python's own sum of two strings or lists is none."""
    total = cel_arithmetic(operator.add)(a, b)
    return StringType(total) if type(total) is str else ListType(total) if type(total) is list else total


def cel_arithmetic(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return an operation of CEL, in which true and false are no numbers, and an integer beside a float counts as one."""

    def computed(a: Any, b: Any) -> Any:
        if isinstance(a, BoolType) or isinstance(b, BoolType):
            raise TypeError("true and false are no numbers")
        if isinstance(a, IntType) and isinstance(b, DoubleType):
            a = DoubleType(a)
        if isinstance(a, DoubleType) and isinstance(b, IntType):
            b = DoubleType(b)
        made = compute(a, b)
        return DoubleType(made) if type(made) is float else made

    return computed


def cel_remainder(a: Any, b: Any) -> Any:
    """Return `a % b` of integers: Python would fill in a text, of any width that it names."""
    if not isinstance(a, IntType | UintType) or type(a) is not type(b):
        raise TypeError("'%' needs two integers")
    return base_functions["_%_"](a, b)


ARITHMETIC: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "_+_": cel_sum,
    "_%_": cel_remainder,
    **{name: cel_arithmetic(base_functions[name]) for name in ("_-_", "_*_", "_/_")},
}
"""The operators of CEL that compute, by their names."""


def cel_item(container: Any, key: Any) -> Any:
    """Return `container[key]`. Raises IndexError for an index below 0, which Python would count from the end."""
    if isinstance(container, list | str) and isinstance(key, int) and key < 0:
        raise IndexError(key)
    return base_functions["_[_]"](container, key)


def cel_text(value: Any, function: Any) -> Any:
    """Return what `string()`, the `function`, turns into a string as CEL does; an error for what it does not take."""
    if value is None or isinstance(value, list | dict | type):
        return CELEvalError("no such overload", token=function)
    return StringType(str(value).lower()) if isinstance(value, BoolType) else value


def cel_in(item: Any, container: Any) -> Any:
    """Return whether a list has an item, or a mapping a key."""
    for one in (container, item):
        if isinstance(one, CELEvalError):
            return one
    if isinstance(container, dict):
        if isinstance(container, PartialMap) and item not in container.keys():  # noqa: SIM118
            return container.mark
        return BoolType(item in container)
    if not isinstance(container, list):
        raise TypeError("'in' needs a list or a mapping")
    answers = [cel_equal(item, one) for one in container]
    if any(not isinstance(answer, CELEvalError) and answer for answer in answers):
        return BoolType(True)
    return next((answer for answer in answers if isinstance(answer, CELEvalError)), BoolType(False))


def cel_or(a: Any, b: Any) -> Any:
    """Return `a || b`: true where one side is; else what is not known, or the error."""
    return logical_or(a, b) if isinstance(a, BoolType) or isinstance(b, BoolType) else _undecided(a, b)


def cel_and(a: Any, b: Any) -> Any:
    """Return `a && b`: false where one side is; else what is not known, or the error."""
    return logical_and(a, b) if isinstance(a, BoolType) or isinstance(b, BoolType) else _undecided(a, b)


def _undecided(*sides: Any) -> Any:
    """Return what is not known of two sides that are no booleans, or else an error. Raises TypeError for two other values."""
    errors = [side for side in sides if isinstance(side, CELEvalError)]
    if not errors:
        raise TypeError("neither side is true or false")
    return next((error for error in errors if isinstance(error, UnknownMark)), errors[0])


def carrying(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that answers a mark among its arguments with that mark."""

    def carried(*values: Any) -> Any:
        return next((value for value in values if isinstance(value, CELEvalError)), None) or function(*values)

    return carried


def cel_comparison(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], Any]:
    """Return an ordering of strings or of numbers as a function of CEL."""

    def compared(a: Any, b: Any) -> Any:
        texts = isinstance(a, str) and isinstance(b, str)
        numbers = isinstance(a, int | float) and isinstance(b, int | float)
        if not (texts or numbers) or isinstance(a, BoolType) is not isinstance(b, BoolType):
            raise TypeError("values of different types cannot be ordered")
        return BoolType(compare(plain_value(a), plain_value(b)))

    return carrying(compared)


def cel_not_equal(a: Any, b: Any) -> Any:
    """Return whether two values differ: see `cel_equal`."""
    answer = cel_equal(a, b)
    return answer if isinstance(answer, CELEvalError) else BoolType(not answer)


def cel_size(value: Any) -> Any:
    """Return the size of a value; a mark for a mapping that may have further keys."""
    if isinstance(value, PartialMap):
        return value.mark
    return base_functions["size"](value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, BoolType)


def _raw(value: Any) -> Any:
    if isinstance(value, BoolType):
        return bool(value)
    return int(value) if isinstance(value, IntType) else float(value) if isinstance(value, DoubleType) else value


_RE2_OPTIONS = re2.Options()
_RE2_OPTIONS.log_errors = False  # RE2 writes invalid patterns to standard error otherwise


def cel_matches(text: str, pattern: str) -> Any:
    """Return whether a pattern of RE2 is found in a text."""
    found = _searched(text, pattern)
    return found if isinstance(found, CELEvalError) else BoolType(found is not None)


def cel_captures(text: str, pattern: str) -> Any:
    """Return what the groups of a pattern capture in a text as a list, which is empty where it is not found."""
    found = _searched(text, pattern)
    if isinstance(found, CELEvalError):
        return found
    return ListType([StringType(group or "") for group in found.groups()] if found is not None else [])


def _searched(text: str, pattern: str) -> Any:
    try:
        return re2.compile(pattern, _RE2_OPTIONS).search(text)
    except re2.error:
        return CELEvalError("match error")
