"""The assertions of a test, read from the suite: values by path, each with the operators that must hold."""

from __future__ import annotations

from typing import Any

from hotlint.analysis.template import span_of
from hotlint.common.suggestions import did_you_mean
from hotlint.formats.reader import FieldReader, entries_of
from hotlint.formats.suite import OPERATORS
from hotlint.language.constraints import pattern_matching
from hotlint.suites.model import Assertion
from hotlint.suites.paths import PathError, split_path
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence

_KINDS = {key.name: key.kind for key in OPERATORS.keys}
_PATTERN_LIMIT = 1_000
"""Characters of a regular expression."""


def read_assertions(reader: FieldReader, node: Node) -> tuple[Assertion, ...]:
    """Return the assertions below `assert`; mistakes are problems of the reader."""
    if not isinstance(node, Mapping):
        reader.report(node, "'assert' must be a mapping from paths to values, such as {outputs.ip: 10.0.0.5}")
        return ()
    found = []
    for path, key, value in entries_of(node):
        problem = path_problem(path)
        if problem is not None:
            reader.report(key, problem)
            continue
        if not isinstance(value, Mapping):
            found.append(Assertion(path, "equal", reader.plain(value), span_of(value)))
            continue
        if not value.entries and not value.merged:
            reader.report(value, f"the assertion on '{path}' needs an operator, such as {{equal: {{}}}}")
        for operator, name_node, operand in entries_of(value):
            if operator not in _KINDS:
                hint = did_you_mean(operator, OPERATORS.names)
                message = f"unknown operator '{operator}'{hint}; an expected mapping is written as 'equal: {{...}}'"
                reader.report(name_node, message)
                continue
            expected, problem = _operand(reader, operator, operand)
            if problem is not None:
                reader.report(operand, problem)
                continue
            found.append(Assertion(path, operator, expected, span_of(operand)))
    return tuple(found)


def path_problem(path: str) -> str | None:
    """Return why a path cannot lead to a value; None for one that may."""
    try:
        steps = split_path(path)
    except PathError as exc:
        return str(exc)
    sections = ("parameters", "conditions", "resources", "outputs")
    if not steps or steps[0] not in sections:
        hint = did_you_mean(str(steps[0]), sections) if steps else ""
        return f"path '{path}' must begin with parameters, conditions, resources or outputs{hint}"
    return None if len(steps) > 1 else f"path '{path}' must name one of the {path}, such as {path}.NAME"


def _operand(reader: FieldReader, operator: str, node: Node) -> tuple[Any, str | None]:
    """Return the value of an operator, and what is wrong with it (else None)."""
    kind, value = _KINDS[operator], reader.plain(node)
    if kind == "pattern" or (kind == "flag or pattern" and not isinstance(value, bool)):
        if not isinstance(value, str):
            return None, f"'{operator}' must be a regular expression{' or true' if kind != 'pattern' else ''}"
        return value, pattern_problem(value)
    if kind == "number" and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        return None, f"'{operator}' must be a whole number"
    if kind == "list" and not (isinstance(node, Sequence) and node.items):
        return None, f"'{operator}' must be a list of values"
    if kind == "boolean" and not isinstance(value, bool):
        return None, f"'{operator}' must be true or false"
    if kind == "flag or unknown" and not isinstance(value, bool) and value != "unknown":
        return None, f"'{operator}' must be true, false or unknown"
    if kind in ("text", "value path") and not (isinstance(node, Scalar) and isinstance(value, str)):
        return None, f"'{operator}' must be a string"
    return value, path_problem(value) if kind == "value path" else None


def pattern_problem(pattern: str) -> str | None:
    """Return why a text is no regular expression; None where it is one."""
    if len(pattern) > _PATTERN_LIMIT:
        return f"a regular expression must not have more than {_PATTERN_LIMIT:,} characters"
    problem = pattern_matching.pattern_problem(pattern)
    if problem is not None:
        return f"'{pattern[:60]}' is not a regular expression: {problem or 'it is too large or nested too deeply'}"
    return None
