"""Compile expressions, or say that the library for them is not installed. Importing the library costs start-up time."""

from __future__ import annotations

MISSING = "policies need the package cel-python: pip install 'hotlint[policies]'"


class MissingLibraryError(Exception):
    """Raised where a policy is to be evaluated and cel-python is not installed."""


def expression_problem(text: str, variables: tuple[str, ...]) -> str | None:
    """Return why a text is not an expression over these variables; None where it is one, or cannot be checked."""
    try:
        from hotlint.policies.expressions import ExpressionError, compiled
    except ImportError:
        return None
    try:
        compiled(text, variables)
    except ExpressionError as exc:
        return str(exc)
    return None


def message_problem(text: str, variables: tuple[str, ...]) -> str | None:
    """Return why a message is invalid: one of its expressions is; None for a valid one."""
    try:
        from hotlint.policies.expressions import ExpressionError, MessageText
    except ImportError:
        return None
    try:
        MessageText(text, variables)
    except ExpressionError as exc:
        return str(exc)
    return None
