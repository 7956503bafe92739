"""modulo: numbers at equal steps.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#modulo
Heat: heat.engine.constraints.Modulo
"""

from __future__ import annotations

from collections.abc import Mapping

from hotlint.common.annotations import Any
from hotlint.common.printable import code_span
from hotlint.language.constraints import limits
from hotlint.language.constraints.model import ConstraintKind, ConstraintProblem, to_number
from hotlint.language.values import MARKS, Value, describe_type, show

NAMES = ("step", "offset")


def check_form(args: object, parameter_type: str | None) -> list[ConstraintProblem]:
    """Return problems: both are required, whole, of one sign, with a step other than 0 and an offset below the step."""
    problems = limits.check("modulo", args, NAMES)
    if not isinstance(args, Mapping):
        return problems
    missing = [f"'{name}'" for name in NAMES if args.get(name) is None]
    if missing:
        message = f"'modulo' requires both 'step' and 'offset'; {' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        problems.append(ConstraintProblem(("modulo",), "value", "no-limit", message))
        return problems
    found = limits.read(args, NAMES)
    if found is None:
        return problems
    for name, number in zip(NAMES, found, strict=True):
        if not _whole(number):
            message = f"'{name}' of 'modulo' must be a whole number, not {show(args[name])}"
            problems.append(ConstraintProblem(("modulo", name), "value", "limit-not-integer", message))
            return problems
    step, offset = found
    assert step is not None and offset is not None
    error = _contradiction(int(step), int(offset))
    if error is not None:
        name, message = error
        problems.append(ConstraintProblem(("modulo", name), "value", "impossible-modulo", message))
    return problems


def _whole(number: float | None) -> bool:
    return isinstance(number, int) or (isinstance(number, float) and number.is_integer())


def _contradiction(step: int, offset: int) -> tuple[str, str] | None:
    if step == 0:
        return "step", "'step' of 'modulo' must not be 0"
    if abs(offset) >= abs(step):
        return "offset", f"'offset' {offset} of 'modulo' must be closer to 0 than 'step' {step}"
    if step * offset < 0:
        return "offset", f"'offset' {offset} and 'step' {step} of 'modulo' must have the same sign"
    return None


def check_value(args: object, value: Value, value_type: str | None) -> str | None:
    """Return a message where the remainder of the value by the step, as Python computes it, is not the offset."""
    found = limits.read(args, NAMES)
    if found is None or isinstance(value, MARKS):
        return None
    step, offset = found
    if not step or offset is None or not _whole(step) or not _whole(offset):
        return None
    try:
        number = to_number(value)
    except (TypeError, ValueError):
        return f"{show(value)} is {describe_type(value)}, but 'modulo' requires a number"
    try:
        fits = number % step == offset
    except OverflowError:
        fits = False
    if fits:
        return None
    series = f"{offset}, {offset + step}, {offset + 2 * step}, ..."
    return f"{show(value)} is not one of the values that 'modulo' allows: {series}"


def describe(args: Any) -> str:
    """Return a short description of the constraint, in Markdown."""
    return f"modulo: {code_span(show(args))}"


KIND = ConstraintKind(
    name="modulo",
    since="2017-02-24",
    types=("number",),
    form=check_form,
    value=check_value,
    doc=(
        "Allows only numbers that are a multiple of `step` plus `offset`, such as 1, 3, 5 for step 2 and offset 1. "
        "Both are required, must be whole and of the same sign, and the offset must be nearer to 0 than the step."
    ),
    example="""\
cluster_size:
  type: number
  constraints:
    - modulo: {step: 2, offset: 1}
      description: an odd number, so that a majority exists
""",
    snippet="modulo: {step: ${1:2}, offset: ${2:0}}",
    describe=describe,
    heat_class="Modulo",
    heat_arguments=("step", "offset"),
    ranks={"number": 2},
    keys=NAMES,
    property_types=("integer", "number"),
)
