"""Equality of values as JSON has them."""

from typing import Any


def same_value(first: Any, second: Any) -> bool:
    """Return whether two values are the same in JSON: keys are strings, and true is not 1."""
    if isinstance(first, bool) or isinstance(second, bool):
        return first is second
    if isinstance(first, dict) and isinstance(second, dict):
        left, right = ({str(key): value for key, value in mapping.items()} for mapping in (first, second))
        return left.keys() == right.keys() and all(same_value(value, right[key]) for key, value in left.items())
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(same_value, first, second))
    return bool(first == second)
