"""What `length`, `range` and `modulo` share: a mapping of two named numbers."""

from __future__ import annotations

from collections.abc import Mapping

from hotlint.language.constraints.model import ConstraintProblem, did_you_mean, key_of, nearest, to_number
from hotlint.language.values import describe_type, show

Limits = tuple[int | float | None, int | float | None]


def read(args: object, names: tuple[str, str]) -> Limits | None:
    """The two numbers as Heat reads them, None for one that is missing; None altogether where the form is wrong."""
    if not isinstance(args, Mapping):
        return None
    try:
        first, second = (None if args.get(n) is None else to_number(args[n]) for n in names)
    except (TypeError, ValueError):
        return None
    return first, second


def check_keys(kind: str, args: object, names: tuple[str, str]) -> list[ConstraintProblem]:
    """Whether the argument is a mapping that has no other keys than `names`."""
    both = f"'{names[0]}' and '{names[1]}'"
    if not isinstance(args, Mapping):
        message = f"The {kind} constraint is a mapping with {both}, not {describe_type(args)}."
        return [ConstraintProblem((kind,), "value", "not-a-mapping", message)]
    problems = []
    for key in args:
        if key not in names:
            guess = nearest(key, names)
            message = f"The {kind} constraint has {both}, and no {show(key)}{did_you_mean(guess)}"
            problems.append(ConstraintProblem((kind, key_of(key)), "key", "unknown-limit", message, suggestion=guess))
    return problems


def check_numbers(kind: str, args: Mapping[object, object], names: tuple[str, str]) -> list[ConstraintProblem]:
    """Whether what stands below `names` are numbers, or text that Heat reads as one."""
    problems = []
    for name in names:
        value = args.get(name)
        if value is None:
            continue
        try:
            to_number(value)
        except (TypeError, ValueError):
            message = f"'{name}' of the {kind} constraint must be a number, and {show(value)} is not."
            problems.append(ConstraintProblem((kind, name), "value", "limit-not-number", message))
        else:
            if isinstance(value, bool):
                message = (
                    f"'{name}' of the {kind} constraint is a boolean, which counts as {int(value)}: write a number."
                )
                problems.append(ConstraintProblem((kind, name), "value", "limit-not-number", message, "warning"))
    return problems
