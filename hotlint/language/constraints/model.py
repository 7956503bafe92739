"""Constraint kinds, problems of constraints, and the conversions of values that constraints share with Heat.

Records are NamedTuples, as everywhere on the path of `hotlint check`: importing `dataclasses` costs start-up time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hotlint.common.annotations import Any, Literal
from hotlint.common.records import NamedTuple
from hotlint.common.time_limit import metered
from hotlint.language.values import Value, show

Part = Literal["key", "value"]
Severity = Literal["error", "warning"]
Path = tuple[str | int, ...]


class ConstraintProblem(NamedTuple):
    """A problem of a constraint as it is written.

    `path` leads from the constraint's own mapping (the list item under `constraints`) to the problem, and `part` says
    whether the key or the value there is meant. `kind` is a stable slug that rules turn into a code. `suggestion` is
    what would be right in its place, None where that is not clear. An "error" is what Heat refuses: at once, or (an
    unknown custom constraint, an allowed value that cannot be converted) whatever value is given.
    """

    path: Path
    part: Part
    kind: str
    message: str
    severity: Severity = "error"
    suggestion: str | None = None


FormCheck = Callable[[object, "str | None"], list[ConstraintProblem]]
"""(arguments as written, parameter type or None) -> problems."""
ValueCheck = Callable[[object, Value, "str | None"], "str | None"]
"""(arguments, value, value type or None) -> a message, or None: the value is fine, or that cannot be decided here."""


class ConstraintKind(NamedTuple):
    """A kind of constraint, with every fact about it: rules, completion, documentation and the plugin reader read it.

    `since` is the canonical date of the HOT version that brought it; `types` are the parameter types that it applies
    to, `property_types` the property types (None for any); `doc` is a paragraph and `example` the YAML of a whole
    parameter, for hover and `explain`. `keys` are those of its mapping of arguments, () for other arguments.
    `snippet` is its completion, with LSP placeholders; `ranks` are its places in the completion of a parameter of a
    type (0 is the first), where it is usual. `synonyms` are names that authors write by mistake. `heat_class` is its
    class in heat.engine.constraints and `heat_arguments` are the constructor's own arguments. `describe` turns
    arguments of the right form into a short description in Markdown.
    """

    name: str
    since: str
    types: tuple[str, ...]
    form: FormCheck
    value: ValueCheck
    doc: str
    example: str
    snippet: str
    describe: Callable[[Any], str]
    heat_class: str
    heat_arguments: tuple[str, ...]
    ranks: Mapping[str, int]
    keys: tuple[str, ...] = ()
    property_types: tuple[str, ...] | None = None
    synonyms: tuple[str, ...] = ()


_PROPERTY_TYPES = {"json": "map", "comma_delimited_list": "list"}


def to_number(value: object) -> int | float:
    """Return a number as Heat reads it: numbers (booleans included) as they are, strings by int, else by float.

    Raises ValueError for a string that is not a number, TypeError for anything else. Heat: Schema.str_to_num.
    """
    if isinstance(value, int | float):
        return value
    if not isinstance(value, str):
        raise TypeError(f"{show(value)} is not a number")
    try:
        return int(value)
    except ValueError:
        return float(value)


_TRUE = frozenset(("1", "t", "true", "on", "y", "yes"))
_FALSE = frozenset(("0", "f", "false", "off", "n", "no"))
BOOLEAN_WORDS = "true, t, yes, y, on, 1, false, f, no, n, off or 0"


def to_boolean(value: object) -> bool:
    """Return a boolean as Heat reads it: the words of BOOLEAN_WORDS in any case, and 1 and 0. Raises ValueError."""
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise ValueError(f"{show(value)} is not a boolean")


def to_type(value: object, value_type: str | None) -> object:
    """Return a value as Heat compares it with allowed values: converted to a parameter's or property's type.

    Raises ValueError or TypeError where Heat fails. Lists, maps and values of no type stay as they are.
    """
    if value_type == "string":
        return str(value)
    if value_type == "number":
        return to_number(value)
    if value_type == "integer":
        number = to_number(value)
        if isinstance(number, float):
            raise ValueError(f"{show(value)} is not an integer")
        return number
    if value_type == "boolean":
        return to_boolean(value)
    return value


def property_type(value_type: str | None) -> str | None:
    """Return the property type that a parameter type corresponds to: map for json, list for comma_delimited_list."""
    return _PROPERTY_TYPES.get(value_type, value_type) if value_type is not None else None


def key_of(key: object) -> str | int:
    """Return a mapping's key as a step of a path."""
    return key if isinstance(key, str | int) else str(key)


_LONGEST_NAME = 100


def nearest(word: object, offered: Iterable[str]) -> str | None:
    """Return the offered name that is most similar to a word; None where none is similar."""
    if not isinstance(word, str) or len(word) > _LONGEST_NAME:
        return None
    from difflib import get_close_matches  # costs start-up time, and only a problem needs it

    names = {name.lower(): name for name in offered}
    found = metered(get_close_matches, word.lower(), names, 1, 0.6)
    return names[found[0]] if found else None


def did_you_mean(suggestion: str | None) -> str:
    """Return the end of a message that offers a name, or an empty string without one."""
    return f" (did you mean '{suggestion}'?)" if suggestion is not None else ""
