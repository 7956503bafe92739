"""The values of a section of a resource, such as its properties."""

from __future__ import annotations

from hotlint.analysis.evaluator import Evaluation, calls_in
from hotlint.language.functions.base import STRUCTURED, Snippet
from hotlint.language.values import OMITTED, EvaluationError, Unknown, Value


def section_values(evaluation: Evaluation, snippet: Snippet) -> tuple[dict[str, Value] | None, ReferringItems]:
    """Return the values of a section of a resource (None: not a mapping), and which of them refer to resources."""
    if not isinstance(snippet, dict):
        value = _value(evaluation, snippet)
        return (value if isinstance(value, dict) else None), ReferringItems({})
    values = {}
    for name, item in snippet.items():
        value = _value(evaluation, item) if item.__class__ in STRUCTURED else item
        if value is not OMITTED:
            values[name] = value
    return values, ReferringItems(snippet)


def _value(evaluation: Evaluation, snippet: Snippet) -> Value:
    try:
        return evaluation.resolve(snippet, nullable=True)
    except EvaluationError:
        return Unknown("it cannot be evaluated")


class ReferringItems:
    """The names of those items of a mapping in which get_resource or get_attr occur, found on demand."""

    __slots__ = ("_snippet",)

    def __init__(self, snippet: dict[str, Snippet]) -> None:
        self._snippet = snippet

    def __contains__(self, name: object) -> bool:
        calls = calls_in(self._snippet.get(name))  # type: ignore[call-overload]
        return any(t.kind in ("resource", "ref") for call in calls for t in call.targets)
