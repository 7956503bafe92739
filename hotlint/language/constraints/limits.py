"""Mapping of two named numbers: the arguments of `length`, `range` and `modulo`."""

from __future__ import annotations

from collections.abc import Mapping

from hotlint.common.printable import without_markup
from hotlint.language.constraints.model import ConstraintProblem, did_you_mean, key_of, nearest, to_number
from hotlint.language.values import describe_type, show

Limits = tuple[int | float | None, int | float | None]


def read(args: object, names: tuple[str, str]) -> Limits | None:
    """Return the two numbers as Heat reads them, None for a missing one; None for arguments of the wrong form."""
    if not isinstance(args, Mapping):
        return None
    try:
        first, second = args.get(names[0]), args.get(names[1])
        return None if first is None else to_number(first), None if second is None else to_number(second)
    except (TypeError, ValueError):
        return None


def check(kind: str, args: object, names: tuple[str, str]) -> list[ConstraintProblem]:
    """Return the problems of arguments that are no mapping, or have other keys than `names`.

    So are values that are neither numbers nor strings that Heat reads as numbers.
    """
    both = f"'{names[0]}' and '{names[1]}'"
    if not isinstance(args, Mapping):
        message = f"'{kind}' must be a mapping with {both}, not {describe_type(args)}"
        return [ConstraintProblem((kind,), "value", "not-a-mapping", message)]
    problems = []
    for key in args:
        if key not in names:
            guess = nearest(key, names)
            message = f"'{kind}' has no key {show(key)}{did_you_mean(guess) or f'; its keys are {both}'}"
            problems.append(ConstraintProblem((kind, key_of(key)), "key", "unknown-limit", message, suggestion=guess))
    for name in names:
        value = args.get(name)
        if value is None:
            continue
        try:
            to_number(value)
        except (TypeError, ValueError):
            message = f"'{name}' of '{kind}' must be a number, not {show(value)}"
            problems.append(ConstraintProblem((kind, name), "value", "limit-not-number", message))
        else:
            if isinstance(value, bool):
                message = f"'{name}' of '{kind}' is a boolean, which Heat reads as {int(value)}; write a number"
                problems.append(ConstraintProblem((kind, name), "value", "limit-not-number", message, "warning"))
    return problems


def describe(thing: str, args: Mapping[str, object]) -> str:
    """Return a range in words, in Markdown: "length from 1 to 8", "value at least 1"."""
    low, high = (without_markup(str(args[name])) if args.get(name) is not None else None for name in ("min", "max"))
    if low is not None and high is not None:
        return f"{thing} from {low} to {high}"
    return f"{thing} at least {low}" if high is None else f"{thing} at most {high}"
