"""allowed_pattern: regular expression (Python's) that the whole string must match.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#allowed-pattern
Heat: heat.engine.constraints.AllowedPattern
"""

from __future__ import annotations

import re

from hotlint.common.annotations import Any
from hotlint.common.printable import code_span
from hotlint.language.constraints.model import ConstraintKind, ConstraintProblem
from hotlint.language.constraints.pattern_matching import pattern_problem, safe_fullmatch
from hotlint.language.values import MARKS, Value, describe_type, show

_POSIX = r"\[:(alnum|alpha|blank|digit|lower|punct|space|upper|word|xdigit):\]"
_INSTEAD = {
    "alnum": "a-zA-Z0-9", "alpha": "a-zA-Z", "blank": r" \t", "digit": "0-9", "lower": "a-z", "space": r"\s",
    "upper": "A-Z", "word": r"\w", "xdigit": "0-9a-fA-F",
}  # fmt: skip


def check_form(args: object, parameter_type: str | None) -> list[ConstraintProblem]:
    """Return problems: Heat requires a string that compiles; Python has no POSIX classes, of which Heat does not warn."""
    where = ("allowed_pattern",)
    if not isinstance(args, str):
        message = f"'allowed_pattern' must be a string that holds a regular expression, not {describe_type(args)}"
        return [ConstraintProblem(where, "value", "pattern-not-text", message)]
    problem = pattern_problem(args)
    if problem is not None:
        message = f"pattern {show(args)} is not a valid regular expression: {problem or 'it is too large or too deeply nested'}"
        return [ConstraintProblem(where, "value", "bad-regex", message)]
    posix = re.search(_POSIX, args) if "[:" in args else None
    if posix is not None:
        instead = _INSTEAD.get(posix[1])
        hint = f"; write '{instead}' instead" if instead else ""
        message = f"pattern {show(args)} has '{posix[0]}', which is not a character class in Python's regular expressions{hint}"
        return [ConstraintProblem(where, "value", "posix-class", message, "warning")]
    return []


def check_value(args: object, value: Value, value_type: str | None) -> str | None:
    """Return a message for a string that the pattern does not match from its start to its very end; a last newline counts."""
    if not isinstance(args, str) or isinstance(value, MARKS):
        return None
    if not isinstance(value, str):
        return f"{show(value)} is {describe_type(value)}, but 'allowed_pattern' requires a string; write it in quotes"
    if safe_fullmatch(args, value) is not False:
        return None
    return f"{show(value)} does not fully match the pattern '{args}'"


def describe(args: Any) -> str:
    """Return a short description of the constraint, in Markdown."""
    return f"allowed_pattern: {code_span(show(args))}"


KIND = ConstraintKind(
    name="allowed_pattern",
    since="2013-05-23",
    types=("string",),
    form=check_form,
    value=check_value,
    doc=(
        "A regular expression, in Python's syntax, that the whole string must match, whether or not it has ^ and $. "
        "Alternatives are tried from the left and the first that fits counts, so put the longer one first. Write the "
        "pattern in single quotes, so that YAML leaves its backslashes alone."
    ),
    example="""\
db_name:
  type: string
  constraints:
    - allowed_pattern: '[a-zA-Z][a-zA-Z0-9]*'
      description: a letter, then letters and digits
""",
    snippet="allowed_pattern: '${1:[a-z]+}'",
    describe=describe,
    heat_class="AllowedPattern",
    heat_arguments=("pattern",),
    ranks={"string": 3},
    property_types=("string",),
    synonyms=("pattern", "regex"),
)
