"""Types of parameters: the value that Heat makes of a default or a given value, and the constraints that it violates.

Heat 27 checks a default twice: as it is written, when it validates the template (`always`), and, where no other value
is given, as a value like any other, converted. So a string for a json parameter has two lengths, and an empty string
for a comma_delimited_list is one empty item at first and no item then. None is no value, neither given nor default.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#parameters-section
Heat: heat.engine.parameters
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.records import NamedTuple
from hotlint.language.constraints import check_value
from hotlint.language.constraints.model import BOOLEAN_WORDS, to_boolean, to_number
from hotlint.language.jinja_marks import is_placeholder
from hotlint.language.origins import PLACEHOLDER, ValueSource
from hotlint.language.values import (
    MARKS,
    OMITTED,
    Either,
    Partial,
    PartialText,
    Unknown,
    Value,
    describe_type,
    is_known,
    propagate_unknown,
    show,
)


class ConversionError(ValueError):
    """Failure to convert a value to a parameter's type; the message is for a template author."""


class ParameterType(NamedTuple):
    """A type of parameters: a paragraph of documentation and an example in YAML, for hover and `explain`."""

    name: str
    doc: str
    example: str


class ValueProblem(NamedTuple):
    """A problem of a default or a given value.

    `entry` is the index of the violated constraint, None where the value is not of the type. With `always`, Heat
    refuses the template whatever values are given; otherwise only where this value is used.
    """

    message: str
    entry: int | None = None
    always: bool = False


PARAMETER_TYPES: dict[str, ParameterType] = {
    t.name: t
    for t in (
        ParameterType(
            "string",
            "A string. Heat converts whatever it is given to a string: numbers become their digits, and YAML's yes, no, on and "
            "off, which are booleans without quotes, become 'True' and 'False'.",
            "image:\n  type: string\n  default: cirros\n",
        ),
        ParameterType(
            "number",
            "A whole number or one with a fraction, written as a number or as a string.",
            "count:\n  type: number\n  default: 3\n",
        ),
        ParameterType(
            "json",
            "A mapping or a list, written as YAML, or as a string that holds JSON. Parts of it are available as "
            "{get_param: [name, key, 0]}.",
            "tags:\n  type: json\n  default: {team: web}\n",
        ),
        ParameterType(
            "comma_delimited_list",
            "A list of strings: written as a list, or as one string, split at its commas; spaces around the commas stay.",
            "zones:\n  type: comma_delimited_list\n  default: 'az1,az2'\n",
        ),
        ParameterType(
            "boolean",
            f"True or false, written in one of the words {BOOLEAN_WORDS}, in any case.",
            "public:\n  type: boolean\n  default: false\n",
        ),
    )
}


def convert(parameter_type: str, value: Value, *, name: str = "") -> Value:
    """Return the value that get_param yields for a default or given value; unknown parts stay unknown.

    `name` is the parameter's, for messages. Raises ConversionError for a value of another type, for None,
    and for a type that does not exist.
    """
    whose = f"parameter '{name}': " if name else ""
    if value is None:
        raise ConversionError(f"{whose}null counts as no value")
    value = filled_in(value)
    if isinstance(value, MARKS):
        return _partly(parameter_type, value, name)
    if parameter_type == "string":
        return _string(value)
    if parameter_type == "number":
        return _number(value, whose)
    if parameter_type == "boolean":
        return _boolean(value, whose)
    if parameter_type == "comma_delimited_list":
        return _list(value, whose)
    if parameter_type == "json":
        return _json(value, whose)
    raise ConversionError(f"unknown parameter type {show(parameter_type)}")


def filled_in(value: Value) -> Value:
    """Return a value, or what a template engine makes of it: unknown for a placeholder, as for the items of a list."""
    if value.__class__ is list:
        return [filled_in(item) for item in value]
    if not is_placeholder(value):
        return value
    return Unknown(f"a template engine fills in {show(value)}", None, ValueSource(PLACEHOLDER, value.strip()))


def _partly(parameter_type: str, value: Value, name: str) -> Value:
    """Convert a value that is not wholly known; both values of an Either are converted.

    Raises ConversionError where that fails for both.
    """
    if isinstance(value, Either):
        return _either(parameter_type, value, name)
    if parameter_type == "string" and isinstance(value, PartialText):
        return value
    kind = {"json": None, "comma_delimited_list": "list"}.get(parameter_type, parameter_type)
    if isinstance(value, Partial) and parameter_type in ("comma_delimited_list", "json"):
        return Partial(convert(parameter_type, value.known, name=name), value.rest)
    if isinstance(value, Unknown):
        given = "list" if value.type == "comma_delimited_list" else value.type
        if given == kind or (given is None and kind == "string") or (kind is None and given != "string"):
            return value._replace(type=given if kind is None and given in ("map", "list") else kind)
    return propagate_unknown(parameter_type, value, type_=kind)


def _either(parameter_type: str, value: Either, name: str) -> Value:
    ways: list[Value] = []
    first: ConversionError | None = None
    for way in (value.if_true, value.if_false):
        if way is None or way is OMITTED:
            ways.append(way)
            continue
        try:
            ways.append(convert(parameter_type, way, name=name))
        except ConversionError as error:
            if first is not None:
                raise
            first = error
            ways.append(propagate_unknown(parameter_type, value, once=False))
    return value._replace(if_true=ways[0], if_false=ways[1])


def _string(value: Value) -> Value:
    if isinstance(value, str):
        return value
    return str(value) if is_known(value) else propagate_unknown("string", value, type_="string")


def _number(value: Value, whose: str) -> int | float:
    try:
        return to_number(value)
    except (TypeError, ValueError):
        raise ConversionError(f"{whose}{show(value)} is not a number") from None


def _boolean(value: Value, whose: str) -> bool:
    try:
        return to_boolean(value)
    except ValueError:
        message = f"{whose}{show(value)} is not a boolean ({BOOLEAN_WORDS})"
        raise ConversionError(message) from None


def _list(value: Value, whose: str) -> list[Value]:
    if isinstance(value, str):
        return value.split(",") if value else []
    if isinstance(value, list):
        return [_item(item) for item in value if item is not OMITTED]
    wanted = "a list or a string with commas between the items"
    raise ConversionError(f"{whose}{show(value)} is {describe_type(value)}, not {wanted}")


def _item(item: Value) -> Value:
    if isinstance(item, MARKS):
        return item
    return str(item) if is_known(item) else propagate_unknown("string", item, type_="string")


def _json(value: Value, whose: str) -> Value:
    if not isinstance(value, str):
        return _plain(value, whose)
    if not value:
        return value
    import json  # costs start-up time

    try:
        return json.loads(value)
    except json.JSONDecodeError as error:
        from hotlint.syntax.json_parser import json_error

        why, at = json_error(error)
        newline = "\n"
        where = f"in line {value.count(newline, 0, at) + 1}" if newline in value else f"at character {at + 1}"
        message = f"{whose}{show(value)} is not JSON: {why}, {where}"
        raise ConversionError(message) from None
    except (ValueError, RecursionError):
        raise ConversionError(f"{whose}JSON has too large a number or is nested too deeply") from None


def _plain(value: Value, whose: str) -> Value:
    """Return a value as it is after a round through JSON: the keys of mappings are strings."""
    if isinstance(value, list):
        return [_plain(item, whose) for item in value]
    if isinstance(value, dict):
        return {_key(key, whose): _plain(child, whose) for key, child in value.items()}
    return value


def _key(key: object, whose: str) -> str:
    if isinstance(key, str):
        return key
    if key is None or isinstance(key, bool):
        return {None: "null", True: "true", False: "false"}[key]
    if isinstance(key, int):
        return str(key)
    if isinstance(key, float):
        import json

        return json.dumps(key)
    raise ConversionError(f"{whose}keys of JSON must be strings, but {show(key)} is {describe_type(key)}")


def check_default(
    parameter_type: str, default: Value, entries: object = None, version: str | None = None
) -> list[ValueProblem]:
    """Return the problems of a default, by its type and by constraints (as written; malformed ones are ignored).

    `version` is the canonical date of the template's HOT version, or None. A type that does not exist has no problems.
    """
    if default is None or parameter_type not in PARAMETER_TYPES:
        return []
    default = filled_in(default)
    written: Value = default
    if parameter_type == "comma_delimited_list" and not isinstance(default, MARKS):
        if isinstance(default, str):
            written = default.split(",")
        elif isinstance(default, list):
            written = _list(default, "")
        else:
            return [p._replace(always=True) for p in check_given(parameter_type, default)]
    found = [
        ValueProblem(message, index, always=True)
        for index, kind, message in _broken(parameter_type, written, entries, version)
        if kind != "custom_constraint"
    ]
    known = {p.entry for p in found}
    return found + [p for p in check_given(parameter_type, default, entries, version) if p.entry not in known]


def check_given(
    parameter_type: str, value: Value, entries: object = None, version: str | None = None, *, name: str = ""
) -> list[ValueProblem]:
    """Return the problems of a given value, or of a default that is used; otherwise as `check_default`."""
    if value is None or parameter_type not in PARAMETER_TYPES:
        return []
    value = filled_in(value)
    try:
        converted = convert(parameter_type, value, name=name)
    except ConversionError as error:
        return [ValueProblem(str(error))]
    # Constraints see text for strings only where text was given, and numbers and booleans as they were given.
    seen = value if parameter_type in ("string", "number", "boolean") else converted
    return [ValueProblem(message, i) for i, _, message in _broken(parameter_type, seen, entries, version)]


def _broken(parameter_type: str, value: Value, entries: object, version: str | None) -> Iterator[tuple[int, str, str]]:
    """Yield index, kind and message of each entry that a value violates."""
    from hotlint.language.constraints.constraint_list import effective  # most parameters have none

    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        kind = effective(entry, version)
        if kind is None:
            continue
        message = check_value(kind, entry[kind], value, parameter_type)
        if message is not None:
            yield index, kind, message
