"""Policies as they are written, and what is wrong in their expressions if the library for them is installed."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.formats.reader import FieldProblem
from hotlint.syntax.source import Span


class Policy(NamedTuple):
    """One policy. `subject` is one of SUBJECTS, `patterns` are globs of types or names; expressions are texts.

    `file` is the file that it is written in, and `span` its place there.
    """

    code: str
    name: str
    subject: str
    patterns: tuple[str, ...]
    condition: str
    message: str
    when: str | None
    severity: str
    unknown: str
    at: str | None
    description: str
    file: str
    span: Span


class PolicyTest(NamedTuple):
    """One test of a policy. `template` is a path, or None with the `text` of a template; `expected` are results by path."""

    name: str
    policy: str
    template: str | None
    text: str
    environments: tuple[str, ...]
    parameters: dict[str, object]
    expected: dict[str, str]
    span: Span


class PolicyFile(NamedTuple):
    """A file of policies that was read, with all that it extends.

    `files` are the files that were read for it, and `looked_for` the absolute paths of those, and of others that it names.
    `problems` are the mistakes of each file, by its path.
    """

    path: str
    policies: tuple[Policy, ...]
    tests: tuple[PolicyTest, ...]
    problems: dict[str, tuple[FieldProblem, ...]]
    files: tuple[str, ...]
    looked_for: frozenset[str]


MISSING = "policies need the package cel-python: pip install 'hotlint[policies]'"


class MissingLibraryError(Exception):
    """Raised where a policy is to be evaluated and cel-python is not installed."""


def expression_problem(text: str, variables: tuple[str, ...], *, is_message: bool = False) -> str | None:
    """Return why a text is not an expression over these variables, or a message with such ones; None where it is.

    None also where it cannot be checked, since the library is not installed.
    """
    if is_message and "{{" not in text:
        return None
    try:
        from hotlint.policies.expressions import ExpressionError, MessageText, compiled
    except ImportError:
        return None
    try:
        (MessageText if is_message else compiled)(text, variables)
    except ExpressionError as exc:
        return str(exc)
    return None
