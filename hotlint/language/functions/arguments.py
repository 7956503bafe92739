"""Checks of arguments that functions share, and the words of their messages."""

from __future__ import annotations

from hotlint.language.functions.base import Call, Path, Snippet
from hotlint.language.values import EvaluationError, Unknown, Value, describe_type, may_be, show


def error(message: str, path: Path = (), slug: str = "", part: str = "value") -> EvaluationError:
    """Return an EvaluationError, for `raise error(...)` in one line."""
    return EvaluationError(message, path, slug, part)


def require(name: str, needs: str, value: Value, path: Path, *types: type) -> None:
    """Raise the error for a wrong type, unless the value is, or may be where it is unknown, of one of `types`."""
    if not may_be(value, *types):
        raise wrong_type(name, needs, value, path)


def wrong_type(name: str, needs: str, got: Value, path: Path = ()) -> EvaluationError:
    """Return the error for an argument of the wrong type."""
    found = f"{name} needs {needs}, not {describe_type(got)}"
    if isinstance(got, Unknown):
        named = f": the parameter '{got.origin[1]}'" if got.origin[:1] == ("parameter",) else ""
        return EvaluationError(found + named, path)
    return EvaluationError(f"{found}: {show(got)}", path)


def as_written(snippet: Snippet) -> Snippet:
    """Return a snippet as its author wrote it, for messages: calls as mappings."""
    if snippet.__class__ is Call:
        return {snippet.name: as_written(snippet.args)}
    if snippet.__class__ is list:
        return [as_written(v) for v in snippet]
    if snippet.__class__ is dict:
        return {k: as_written(v) for k, v in snippet.items()}
    return snippet


def is_condition(snippet: Snippet) -> bool:
    """Return whether a snippet may be a condition: a boolean, a name, a call, or null, which Heat takes for true."""
    return snippet is None or isinstance(snippet, bool | str | Call)


def describe_argument(snippet: Snippet) -> str:
    """Return the type and the source of an argument, for a message: "a string: 'abc'"."""
    what = "a function call" if isinstance(snippet, Call) else describe_type(snippet)
    return what if snippet is None else f"{what}: {show(as_written(snippet))}"
