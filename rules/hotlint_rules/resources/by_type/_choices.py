"""Shared by types whose `validate()` looks a value up in a table: any other value fails, before its constraint counts."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_relations import invalid, quoted
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import EARLY
from hotlint.rule import PropertyProblem, Resource, ResourceType, TemplateContext


def unknown_choice(
    values: PropertyValues, name: str, resource: Resource, context: TemplateContext
) -> Iterator[PropertyProblem]:
    """Yield a problem where a property has none of its allowed values, which Heat does not check of a reference."""
    kind = context.resource_type(resource)
    schema = kind.properties.get(name) if isinstance(kind, ResourceType) else None
    value = values[name]
    for constraint in schema.constraints if schema is not None and isinstance(value, str) else ():
        if constraint.kind == "allowed_values" and value not in constraint.args:
            early = EARLY if context.refers(resource) else ""
            yield invalid(
                values, name, f"'{name}' of {resource.type} must be {quoted(constraint.args)}, not '{value}'{early}"
            )
