"""Shared by the rules on conditions: which values a parameter may have, by its type and its constraints."""

from __future__ import annotations

from hotlint.analysis.environments.file import to_plain
from hotlint.common.annotations import Any
from hotlint.language.constraints.constraint_list import effective
from hotlint.language.parameter_types import PARAMETER_TYPES, ConversionError, check_given, convert
from hotlint.language.values import Value
from hotlint.rule import Parameter

_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),  # a boolean is a number for Python, and so for Heat: 1 is equal to true
    "boolean": (int, float),
    "comma_delimited_list": (list,),
}


def has_type_of(parameter: Parameter, value: Value) -> bool:
    """Return whether a parameter's type has a value that is equal to a known one, as Heat compares them."""
    if parameter.type not in _KINDS:
        return True  # a json value may be anything, and a type that does not exist is another rule's
    if parameter.type == "boolean":
        return value.__class__ in (bool, int, float) and value in (True, False)
    if parameter.type == "comma_delimited_list":
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return isinstance(value, _KINDS[parameter.type])


def refusal(parameter: Parameter, value: Value, version: str) -> str:
    """Return why a parameter's constraints exclude a value of its type, "" where they do not or only a cloud knows."""
    if parameter.type not in _KINDS:
        return ""
    if isinstance(value, bool | int | float):
        value = bool(value) if parameter.type == "boolean" else value + 0
    entries = [entry for entry in _entries(parameter) if effective(entry, version) != "custom_constraint"]
    problems = check_given(parameter.type, value, entries, version)
    return problems[0].message if problems else ""


def only_values(parameter: Parameter, version: str) -> list[Value] | None:
    """Return all values that a parameter may have; None where these are too many to list, or not known."""
    if parameter.type == "boolean":
        return [True, False]
    if parameter.type not in ("string", "number"):
        return None
    for entry in _entries(parameter):
        if effective(entry, version) == "allowed_values" and isinstance(entry["allowed_values"], list):
            try:
                return [convert(parameter.type, item) for item in entry["allowed_values"]]
            except ConversionError:
                return None
    return None


def _entries(parameter: Parameter) -> list[Any]:
    node = parameter.field("constraints") if parameter.type in PARAMETER_TYPES else None
    entries = to_plain(node) if node is not None else None
    return entries if isinstance(entries, list) else []
