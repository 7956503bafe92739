"""Constraints of parameters and properties: their form, and what they say of a value. Pure functions on plain values.

One file a kind (`length.py`, `range.py`, ...), imported when a template first uses it; the custom constraints are in
`custom`. Three questions are answered:

- `entries.check_list`: is a parameter's `constraints` list written as Heat wants it? (`check_entry`: an item of it)
- `entries.check_together`: do the items of one list contradict each other?
- `check_value`, here: does a value break a constraint, of a parameter or of a property?

`hotlint.language.parameter_types` asks the last one of defaults and given values as Heat does.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, cast

from hotlint.language.values import OMITTED, Either, Value

if TYPE_CHECKING:
    from hotlint.language.constraints.model import ConstraintKind

NAMES: Final = ("modulo", "range", "length", "allowed_values", "allowed_pattern", "custom_constraint")
"""The kinds, in the order in which Heat looks for them in an entry: the first that is there counts."""

_loaded: dict[str, ConstraintKind] = {}


def get(name: str) -> ConstraintKind:
    """The kind of that name, one of `NAMES`; whichever versions have it. Raises KeyError for any other name."""
    found = _loaded.get(name)
    if found is None:
        if name not in NAMES:
            raise KeyError(name)
        found = _loaded[name] = cast("ConstraintKind", import_module(f"hotlint.language.constraints.{name}").KIND)
    return found


def check_value(kind: str, args: object, value: Value, value_type: str | None = None) -> str | None:
    """What is wrong with a value under one constraint: a sentence, or None when nothing is, or nothing can be said.

    `args` is what stands after the constraint's name. `value_type` is a parameter type ("string", "number", "json",
    "comma_delimited_list", "boolean") or a property type ("string", "integer", "number", "map", "list", "boolean",
    "any"), and the value is one that Heat hands to constraints: for comma_delimited_list a list, for json the parsed
    value, for properties the converted value. Values with unknown parts are judged by what is known. Arguments of the
    wrong form say nothing here: that is `entries.check_form`'s. Never raises, but for a kind that is none (KeyError).
    """
    if isinstance(value, Either):  # only what is wrong whichever way the condition turns out
        first = check_value(kind, args, value.if_true, value_type)
        return None if first is None or check_value(kind, args, value.if_false, value_type) is None else first
    if value is OMITTED:
        return None
    return get(kind).value(args, value, value_type)
