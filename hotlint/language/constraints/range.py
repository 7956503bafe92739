"""range: least and greatest value of a number.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#range
Heat: heat.engine.constraints.Range
"""

from __future__ import annotations

from collections.abc import Mapping

from hotlint.common.annotations import Any
from hotlint.language.constraints import limits
from hotlint.language.constraints.model import ConstraintKind, ConstraintProblem, to_number
from hotlint.language.values import MARKS, Value, describe_type, show

NAMES = ("min", "max")


def check_form(args: object, parameter_type: str | None) -> list[ConstraintProblem]:
    """Return problems: Heat requires 'min' or 'max' or both as numbers, also in strings; that they agree, it does not."""
    problems = limits.check("range", args, NAMES)
    if not isinstance(args, Mapping):
        return problems
    found = limits.read(args, NAMES)
    if found is None:
        return problems
    low, high = found
    if low is None and high is None:
        message = "'range' requires 'min', 'max' or both"
        problems.append(ConstraintProblem(("range",), "value", "no-limit", message))
    elif low is not None and high is not None and low > high:
        message = f"no value satisfies 'range': 'min' {low} is greater than 'max' {high}"
        problems.append(ConstraintProblem(("range",), "value", "contradictory-limits", message, "warning"))
    return problems


def check_value(args: object, value: Value, value_type: str | None) -> str | None:
    """Return a message for a number out of the range; both ends are in it. Strings that are numbers are compared as numbers."""
    found = limits.read(args, NAMES)
    if found is None or found == (None, None) or isinstance(value, MARKS):
        return None
    try:
        number = to_number(value)
    except (TypeError, ValueError):
        return f"{show(value)} is {describe_type(value)}, but 'range' requires a number"
    low, high = found
    if low is not None and number < low:
        return f"{show(value)} is below the minimum ({low})"
    if high is not None and number > high:
        return f"{show(value)} is above the maximum ({high})"
    return None


def describe(args: Any) -> str:
    """Return a short description of the constraint, in Markdown."""
    return limits.describe("value", args)


KIND = ConstraintKind(
    name="range",
    since="2013-05-23",
    types=("number",),
    form=check_form,
    value=check_value,
    doc=(
        "Limits a number to what lies between two bounds. Give `min`, `max` or both; the bounds themselves are "
        "allowed values. For the length of a string use `length`."
    ),
    example="""\
port:
  type: number
  constraints:
    - range: {min: 1024, max: 65535}
      description: an unprivileged port
""",
    snippet="range: {min: ${1:0}, max: ${2:10}}",
    describe=describe,
    heat_class="Range",
    heat_arguments=("min", "max"),
    ranks={"number": 0},
    keys=NAMES,
    property_types=("integer", "number"),
)
