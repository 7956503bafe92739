"""Predicted attributes: values that follow from the properties of a resource, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hotlint.analysis.environments.resolved_type import ResolvedType
from hotlint.common.records import NamedTuple
from hotlint.language.functions.value_access import take
from hotlint.language.values import EvaluationError, Unknown, Value
from hotlint.resource_types.catalog import ResourceType
from hotlint.resource_types.predicted_attributes import predicted
from hotlint.resource_types.validation import CheckedProperties


class Prediction(NamedTuple):
    """A predicted value, and why it is predicted: a clause."""

    value: Value
    reason: str


def predict(
    name: str, kind: ResolvedType, path: Sequence[Value], properties: Callable[[], CheckedProperties | None]
) -> Prediction | None:
    """Return an attribute (a path as in get_attr) as the properties of its resource make it; None where they do not."""
    attribute = path[0] if path else None
    if not isinstance(attribute, str) or kind.location is not None or not isinstance(kind.type, ResourceType):
        return None
    checked = properties()
    found = predicted(kind.type.name, attribute, checked.values) if checked and not checked.problems else None
    if found is None:
        return None
    value = found.value
    try:
        for step in path[1:]:
            value = take(value, step, None, number_text=False)
    except EvaluationError:
        return None
    if isinstance(value, Unknown):
        return None
    said = f"follows from its property '{found.property}'"
    if not found.is_given:
        said = f"is so without the property '{found.property}'"
    return Prediction(value, f"'{attribute}' of '{name}' {said}")
