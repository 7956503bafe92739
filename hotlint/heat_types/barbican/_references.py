"""The own rules of Barbican's resource types."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem


def repeated_references(values: PropertyValues, owner: str) -> Iterator[PropertyProblem]:
    """Yield a problem at each property that refers to the same secret as another one; `owner` is the resource type."""
    seen: dict[str, str] = {}
    for name in values.names():
        ref = values[name]
        if name == "name" or not isinstance(ref, str):
            continue
        if ref in seen:
            yield invalid(values, name, f"'{name}' of {owner} is the same secret as '{seen[ref]}'")
        seen.setdefault(ref, name)
