"""Constraints of parameters and properties: their form, and the values that they allow. Pure functions on plain values.

One file a kind (`length.py`, `range.py`, ...), imported when a template first uses it; the custom constraints are in
`custom`. Three questions are answered:

- `constraint_list.check_entry`: is an item of a parameter's `constraints` in the form that Heat accepts?
- `constraint_list.check_together`: do the items of one list contradict each other?
- `check_value`, here: does a value violate a constraint, of a parameter or of a property?

`hotlint.language.parameter_types` applies the last one to defaults and given values as Heat does.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#parameter-constraints
Heat: heat.engine.constraints
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.language.values import OMITTED, Either, Value

if TYPE_CHECKING:
    from hotlint.language.constraints.model import ConstraintKind

NAMES = ("modulo", "range", "length", "allowed_values", "allowed_pattern", "custom_constraint")
"""Names of the kinds, in the order in which Heat looks for them in an entry: it uses the first one that is there."""


@cache
def get(name: str) -> ConstraintKind:
    """Return the kind of a name out of `NAMES`, whichever versions have it. Raises KeyError for any other name."""
    if name not in NAMES:
        raise KeyError(name)
    kind: ConstraintKind = import_module(f"hotlint.language.constraints.{name}").KIND
    return kind


def check_value(kind: str, args: object, value: Value, value_type: str | None = None) -> str | None:
    """Return a message for a value that violates a constraint; None where it does not, or that is not known.

    `args` are the constraint's arguments. `value_type` is a parameter type ("string", "number", "json",
    "comma_delimited_list", "boolean") or a property type ("string", "integer", "number", "map", "list", "boolean",
    "any"), and the value is one that Heat hands to constraints: for comma_delimited_list a list, for json the parsed
    value, for properties the converted value. Values with unknown parts are checked as far as they are known.
    Arguments of the wrong form yield None (see `constraint_list.check_form`). Raises KeyError for an unknown kind.
    """
    if isinstance(value, Either):  # only what is wrong whichever way the condition turns out
        first = check_value(kind, args, value.if_true, value_type)
        return None if first is None or check_value(kind, args, value.if_false, value_type) is None else first
    if value is OMITTED:
        return None
    return get(kind).value(args, value, value_type)
