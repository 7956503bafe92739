"""allowed_values: list of the values that are allowed.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#allowed-values
Heat: heat.engine.constraints.AllowedValues
"""

from __future__ import annotations

from hotlint.common.annotations import Any
from hotlint.common.printable import code_span
from hotlint.language.constraints.model import ConstraintKind, ConstraintProblem, nearest, property_type, to_type
from hotlint.language.values import OMITTED, Partial, PartialText, Value, describe_type, equal, is_known, show

_UNTEXTUAL = "Heat converts it to the string {text}; write it in quotes"


def check_form(args: object, parameter_type: str | None) -> list[ConstraintProblem]:
    """Return problems: Heat requires a list, and refuses every value for an item that it cannot convert to the type."""
    if not isinstance(args, list):
        message = f"'allowed_values' must be a list of values, not {describe_type(args)}"
        return [ConstraintProblem(("allowed_values",), "value", "not-a-list", message)]
    if not args:
        message = "'allowed_values' is empty, so Heat refuses every value"
        return [ConstraintProblem(("allowed_values",), "value", "no-allowed-value", message, "warning")]
    problems = []
    for index, item in enumerate(args):
        problem = _check_item(("allowed_values", index), item, parameter_type)
        if problem is not None:
            problems.append(problem)
    return problems


def _check_item(path: tuple[str, int], item: object, parameter_type: str | None) -> ConstraintProblem | None:
    if parameter_type in ("number", "boolean"):
        try:
            to_type(item, parameter_type)
        except (TypeError, ValueError):
            message = f"allowed value {show(item)} is not a {parameter_type}, so Heat refuses every value"
            return ConstraintProblem(path, "value", "allowed-value-wrong-type", message)
    if parameter_type == "comma_delimited_list" and not isinstance(item, str):
        message = f"allowed value {show(item)} never matches, since items of a comma_delimited_list are strings; write it in quotes"
        return ConstraintProblem(path, "value", "allowed-value-never-matches", message, "warning", f"'{item}'")
    if parameter_type == "string" and (item is None or isinstance(item, bool | list | dict)):
        message = f"allowed value {show(item)} is {describe_type(item)}; " + _UNTEXTUAL.format(text=show(str(item)))
        return ConstraintProblem(path, "value", "allowed-value-not-text", message, "warning")
    return None


def check_value(args: object, value: Value, value_type: str | None) -> str | None:
    """Return a message for a value that is not listed, after conversion to its type; for a list, every item must be."""
    if not isinstance(args, list):
        return None
    if isinstance(value, Partial):
        value = value.known
    if isinstance(value, list):
        return _check_items(args, value)
    kind = property_type(value_type)
    if kind == "string" and value.__class__ is str and value in args:
        return None
    if isinstance(value, PartialText) and kind == "string":
        return None if any(equal(value, str(item)) is not False for item in args) else _refusal(args, show(value))
    if not is_known(value):
        return None
    try:
        allowed = [to_type(item, kind) for item in args]
    except (TypeError, ValueError):
        return f"one of the allowed values is not a {value_type}, so Heat refuses {show(value)} and every other value"
    try:
        if to_type(value, kind) in allowed:
            return None
    except (TypeError, ValueError):
        return f"{show(value)} is not a {value_type}, so it is not one of the allowed values"
    return _refusal(args, show(value), nearest(value, map(str, args)))


def _check_items(args: list[object], value: list[object]) -> str | None:
    for item in value:
        if item is OMITTED or item in args or any(equal(item, allowed) is not False for allowed in args):
            continue
        if isinstance(item, str) and any(not isinstance(a, str) and str(a) == item for a in args):
            return _refusal(args, f"item {show(item)}, a string,")
        return _refusal(args, f"item {show(item)}", nearest(item, map(str, args)))
    return None


def _refusal(args: list[object], subject: str, guess: str | None = None) -> str:
    listed = ", ".join(map(show, args[:12])) + (", ..." if len(args) > 12 else "")
    hint = f" (did you mean '{guess}'?)" if guess is not None else ""
    if not args:
        return f"{subject} is not allowed; 'allowed_values' is empty"
    return f"{subject} is not one of the allowed values: {listed}{hint}"


def describe(args: Any) -> str:
    """Return a short description of the constraint, in Markdown."""
    return "one of " + ", ".join(code_span(show(value)) for value in args)


KIND = ConstraintKind(
    name="allowed_values",
    since="2013-05-23",
    types=("string", "number", "boolean", "comma_delimited_list"),
    form=check_form,
    value=check_value,
    doc=(
        "Lists the values to choose from. For a comma_delimited_list every item must be in the list. Values are "
        "compared after conversion to the parameter's type, so '1' is 1 for a number; for a string, write words such "
        "as yes or on in quotes, or YAML reads them as booleans."
    ),
    example="""\
flavor:
  type: string
  default: m1.small
  constraints:
    - allowed_values: [m1.small, m1.medium, m1.large]
      description: one of the flavors that we pay for
""",
    snippet="allowed_values: [${1}]",
    describe=describe,
    heat_class="AllowedValues",
    heat_arguments=("allowed",),
    ranks={"string": 0, "number": 1, "comma_delimited_list": 1, "boolean": 0},
    synonyms=("values", "enum"),
)
