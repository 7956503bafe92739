"""Operators over constants, each with a limit on the size of its result; anything else is Unknown."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from typing import Any, Final

from hotlint.resource_types.plugins.budget import BITS, DEPTH, ITEMS, TEXT, ReaderBudget
from hotlint.resource_types.plugins.values import (
    CONSTANTS,
    UNKNOWN,
    Bound,
    Builtin,
    Class,
    Constant,
    Instance,
    Key,
    Map,
    Module,
    PluginFunction,
    Seq,
    UnreadValue,
    Value,
)

_PLAIN_FORMAT = re.compile(r"%(?:\((?P<name>[^()%]*)\))?(?P<kind>[sdr%])")
_COMPARISONS: Final[dict[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.RShift: operator.rshift,
}


def small(value: Value) -> Value:
    """Return a constant; Unknown when it is a string or number beyond the limits, or not a constant."""
    if isinstance(value, int) and value.bit_length() > BITS:
        return UNKNOWN
    if isinstance(value, (str, bytes)) and len(value) > TEXT:
        return UNKNOWN
    if isinstance(value, CONSTANTS):
        return value
    return UNKNOWN


def truth(value: Value) -> bool | None:
    """Return whether a value is true in a test; None when that is not known."""
    if isinstance(value, CONSTANTS):
        return bool(value)
    if isinstance(value, (Map, Seq)):
        members = value.entries if isinstance(value, Map) else value.items
        return True if members else (None if value.open else False)
    if isinstance(value, UnreadValue):
        return True if value.module else None
    return True if isinstance(value, (Class, PluginFunction, Builtin, Bound, Module)) else None


def key_of(value: Value) -> Key | None:
    """Return the dict key for a constant or a short flat tuple of constants; None for anything else."""
    if isinstance(value, CONSTANTS):
        return value
    if isinstance(value, Seq) and value.kind == "tuple" and len(value.items) <= 20:
        parts: list[Constant] = [item for item in value.items if isinstance(item, CONSTANTS)]
        return tuple(parts) if len(parts) == len(value.items) else None
    return None


def value_of(key: Key) -> Value:
    """Return the value of a dict key."""
    return Seq(list(key), "tuple") if isinstance(key, tuple) else key


def same(left: Value, right: Value, budget: ReaderBudget, depth: int = 0) -> bool | None:
    """Return `left == right`; None when that is not known."""
    budget.spend()
    if left is right and not isinstance(left, UnreadValue):
        return True
    if isinstance(left, CONSTANTS) and isinstance(right, CONSTANTS):
        return bool(left == right)
    if depth > 20 or isinstance(left, (UnreadValue, Instance)) or isinstance(right, (UnreadValue, Instance)):
        return None
    if isinstance(left, Seq) and isinstance(right, Seq):
        if left.open or right.open or "set" in (left.kind, right.kind):
            return None
        if left.kind != right.kind or len(left.items) != len(right.items):
            return False
        found = [same(a, b, budget, depth + 1) for a, b in zip(left.items, right.items, strict=True)]
        return False if False in found else (None if None in found else True)
    if isinstance(left, Class) and isinstance(right, Class):
        return False
    return None


def compare(op: ast.cmpop, left: Value, right: Value, budget: ReaderBudget) -> bool | None:
    """Return the comparison `left op right`; None when that is not known."""
    if isinstance(op, (ast.Eq, ast.NotEq)):
        equal = same(left, right, budget)
        return equal if equal is None or isinstance(op, ast.Eq) else not equal
    if isinstance(op, (ast.Is, ast.IsNot)):
        found = _identical(left, right)
        return found if found is None or isinstance(op, ast.Is) else not found
    if isinstance(op, (ast.In, ast.NotIn)):
        inside = contains(right, left, budget)
        return inside if inside is None or isinstance(op, ast.In) else not inside
    if isinstance(left, CONSTANTS) and isinstance(right, CONSTANTS):
        try:
            return bool(_COMPARISONS[type(op)](left, right))
        except TypeError:
            return None
    return None


def _identical(left: Value, right: Value) -> bool | None:
    if left is None or right is None:
        other = right if left is None else left
        return None if isinstance(other, UnreadValue) and not other.module else other is None
    if isinstance(left, (bool, Class)) and isinstance(right, (bool, Class)):
        return left is right
    return None


def contains(container: Value, item: Value, budget: ReaderBudget) -> bool | None:
    """Return `item in container`; None when that is not known."""
    if isinstance(container, Map):
        key = key_of(item)
        if key is None:
            return None
        return True if key in container.entries else (None if container.open else False)
    if isinstance(container, Seq):
        found = [same(item, other, budget) for other in container.items]
        if True in found:
            return True
        return None if container.open or None in found else False
    if isinstance(container, str) and isinstance(item, str):
        return item in container
    return None


def unary(op: ast.unaryop, value: Value) -> Value:
    """Return `op value`; Unknown where it is not known."""
    if isinstance(op, ast.Not):
        known = truth(value)
        return UNKNOWN if known is None else not known
    if isinstance(value, (int, float)):
        if isinstance(op, ast.USub):
            return -value
        if isinstance(op, ast.UAdd):
            return +value
        if isinstance(value, int):
            return ~value
    return UNKNOWN


def binary(op: ast.operator, left: Value, right: Value, budget: ReaderBudget) -> Value:
    """Return `left op right`; Unknown where it is not known."""
    if isinstance(left, str) and isinstance(op, ast.Mod):
        return interpolate(left, right)
    if isinstance(left, (Map, Seq)) or isinstance(right, (Map, Seq)):
        return _containers(op, left, right, budget)
    if not (isinstance(left, CONSTANTS) and isinstance(right, CONSTANTS)):
        return UNKNOWN
    if isinstance(op, ast.Pow):
        return _power(left, right)
    if isinstance(op, ast.LShift):
        return _power(2, right, left)
    if isinstance(op, ast.Mult) and isinstance(left, (str, bytes)) + isinstance(right, (str, bytes)):
        return _repeat(left, right)
    try:
        return small(_ARITHMETIC[type(op)](left, right))
    except (KeyError, TypeError, ValueError, ArithmeticError):
        return UNKNOWN


def _power(base: Constant, exponent: Constant, factor: Constant = 1) -> Value:
    if not (isinstance(base, (int, float)) and isinstance(exponent, int) and isinstance(factor, int)):
        return UNKNOWN
    if not 0 <= exponent <= BITS or (isinstance(base, int) and base.bit_length() * exponent > BITS):
        return UNKNOWN
    try:
        return small(factor * base**exponent)
    except ArithmeticError:
        return UNKNOWN


def _repeat(left: Constant, right: Constant) -> Value:
    text, times = (left, right) if isinstance(left, (str, bytes)) else (right, left)
    if isinstance(text, (str, bytes)) and isinstance(times, int) and len(text) * times <= TEXT:
        return text * times
    return UNKNOWN


def _containers(op: ast.operator, left: Value, right: Value, budget: ReaderBudget) -> Value:
    if isinstance(left, Map) and isinstance(right, Map) and isinstance(op, ast.BitOr):
        budget.spend(len(left.entries) + len(right.entries))
        return Map({**left.entries, **right.entries}, left.open or right.open)
    if isinstance(left, Seq) and isinstance(right, Seq):
        if len(left.items) + len(right.items) > ITEMS:
            return UNKNOWN
        budget.spend(1 + (len(left.items) + len(right.items)) // 8)
        if (isinstance(op, ast.Add) and left.kind != "set") or (isinstance(op, ast.BitOr) and left.kind == "set"):
            return Seq([*left.items, *right.items], left.kind, left.open or right.open)
        return UNKNOWN
    if isinstance(op, ast.Mult):
        seq, times = (left, right) if isinstance(left, Seq) else (right, left)
        if isinstance(seq, Seq) and isinstance(times, int) and len(seq.items) * times <= ITEMS:
            budget.spend(1 + max(0, len(seq.items) * times) // 8)
            return Seq(seq.items * times, seq.kind, seq.open)
    if isinstance(op, ast.Add) and isinstance(left, Seq) and left.kind != "set" and isinstance(right, UnreadValue):
        return Seq(list(left.items), left.kind, open=True)
    return UNKNOWN


def interpolate(template: str, arguments: Value) -> Value:
    """Return `template % arguments` for %s, %d and %r without widths; Unknown for anything else."""
    if "%" in _PLAIN_FORMAT.sub("", template):
        return UNKNOWN
    values: Any
    if isinstance(arguments, Map):
        if any(match["name"] is None and match["kind"] != "%" for match in _PLAIN_FORMAT.finditer(template)):
            return UNKNOWN
        values = {key: value for key, value in arguments.entries.items() if isinstance(value, CONSTANTS)}
        sizes = [len(str(values.get(match["name"], ""))) for match in _PLAIN_FORMAT.finditer(template)]
    else:
        parts = arguments.items if isinstance(arguments, Seq) and arguments.kind == "tuple" else [arguments]
        if not all(isinstance(part, CONSTANTS) for part in parts):
            return UNKNOWN
        values = tuple(parts)
        sizes = [len(str(part)) for part in parts]
    if len(template) + sum(sizes) > TEXT:
        return UNKNOWN
    try:
        return small(template % values)
    except (TypeError, ValueError, KeyError):
        return UNKNOWN


def plain(value: Value, budget: ReaderBudget, depth: int = 0) -> Any:
    """Return a value as JSON data. Raises LookupError when a part of it is not known, or it is too deep."""
    budget.spend()
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        raise LookupError
    if isinstance(value, CONSTANTS) and not isinstance(value, bytes):
        return value
    if depth > DEPTH // 4 or not isinstance(value, (Map, Seq)) or value.open:
        raise LookupError
    if isinstance(value, Seq):
        return [plain(item, budget, depth + 1) for item in value.items]
    if not all(isinstance(key, str) for key in value.entries):
        raise LookupError
    return {str(key): plain(item, budget, depth + 1) for key, item in value.entries.items()}
