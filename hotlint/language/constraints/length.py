"""length: limits of the length of a string, or of the number of items of a list or a mapping.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#length
Heat: heat.engine.constraints.Length
"""

from __future__ import annotations

from collections.abc import Mapping, Sized

from hotlint.common.annotations import Any
from hotlint.common.counts import counted
from hotlint.language.constraints import limits
from hotlint.language.constraints.model import ConstraintKind, ConstraintProblem
from hotlint.language.values import MARKS, OMITTED, Partial, PartialText, Unknown, Value, describe_type, show

NAMES = ("min", "max")


def check_form(args: object, parameter_type: str | None) -> list[ConstraintProblem]:
    """Return problems: Heat requires 'min' or 'max' or both as whole numbers, also in strings; that they agree, it does not."""
    problems = limits.check("length", args, NAMES)
    if not isinstance(args, Mapping):
        return problems
    found = limits.read(args, NAMES)
    if found is None:
        return problems
    for name, limit in zip(NAMES, found, strict=True):
        if isinstance(limit, float):
            message = f"'{name}' of 'length' must be a whole number, not {show(args[name])}"
            problems.append(ConstraintProblem(("length", name), "value", "limit-not-integer", message))
    low, high = found
    if low is None and high is None:
        message = "'length' requires 'min', 'max' or both"
        problems.append(ConstraintProblem(("length",), "value", "no-limit", message))
    elif high is not None and high < max(low or 0, 0):
        error = f"'min' {low} is greater than 'max' {high}" if low is not None and low > high else f"'max' is {high}"
        message = f"no value satisfies 'length': {error}"
        problems.append(ConstraintProblem(("length",), "value", "contradictory-limits", message, "warning"))
    return problems


def check_value(args: object, value: Value, value_type: str | None) -> str | None:
    """Return a message for too few or too many characters, items or keys, and for a value that has no length."""
    found = limits.read(args, NAMES)
    if found is None:
        return None
    low, high = found
    if isinstance(low, float) or isinstance(high, float):
        return None
    if isinstance(value, MARKS):
        if high is None or _least(value) <= high:
            return None
        return f"{show(value)} is longer than the maximum length ({high}), going by its known parts"
    if not isinstance(value, str | list | Mapping):
        return f"{show(value)} is {describe_type(value)}, which has no length; write it in quotes"
    length = _length(value)
    unit = "character" if isinstance(value, str) else "item" if isinstance(value, list) else "key"
    if low is not None and length < low:
        return f"{show(value)} is shorter than the minimum length ({counted(low, unit)})"
    if high is not None and length > high:
        return f"{show(value)} is longer than the maximum length ({counted(high, unit)})"
    return None


def _least(value: Value) -> int:
    """Return the minimum length of a partly known string, list or mapping."""
    if isinstance(value, PartialText):
        return sum(len(part) for part in value.parts if isinstance(part, str))
    if not isinstance(value, Partial):
        return 0
    if isinstance(value.known, list):
        return sum(item is not OMITTED and not isinstance(item, Unknown) for item in value.known)
    return len(value.known)


def _length(value: Sized) -> int:
    return sum(item is not OMITTED for item in value) if isinstance(value, list) else len(value)


def describe(args: Any) -> str:
    """Return a short description of the constraint, in Markdown."""
    return limits.describe("length", args)


KIND = ConstraintKind(
    name="length",
    since="2013-05-23",
    types=("string", "comma_delimited_list", "json"),
    form=check_form,
    value=check_value,
    doc=(
        "Limits how long a value may be: the characters of a string, the items of a comma_delimited_list, the keys of "
        "a json mapping. Give `min`, `max` or both, as whole numbers; both ends are allowed values."
    ),
    example="""\
name:
  type: string
  constraints:
    - length: {min: 3, max: 15}
      description: 3 to 15 characters
""",
    snippet="length: {min: ${1:1}, max: ${2:64}}",
    describe=describe,
    heat_class="Length",
    heat_arguments=("min", "max"),
    ranks={"string": 2, "json": 0, "comma_delimited_list": 0},
    keys=NAMES,
    property_types=("string", "list", "map"),
)
