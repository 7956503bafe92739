"""Shared by the own rules of several services' resource types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.language.values import Partial
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


DEMAND = "'value_specs' has neither 'shared', 'tenant_id' nor the name of another property"


def value_specs(values: PropertyValues, resource: Resource, context: TemplateContext) -> Iterator[PropertyProblem]:
    """Yield a problem when `value_specs` sets what is a property, or what only an administrator may set."""
    kind = context.resource_type(resource)
    found = values["value_specs"]
    known = found.known if isinstance(found, Partial) else found
    names: Iterable[object] = known if isinstance(known, dict) else ()
    reserved = {"shared", "tenant_id", *(kind.properties if isinstance(kind, ResourceType) else ())}
    for name in names:
        if name in reserved:
            message = f"'value_specs' of {resource.type} must not have '{name}'"
            advice = ": give it as a property" if isinstance(kind, ResourceType) and name in kind.properties else ""
            yield invalid(values, "value_specs", message + advice)
            return
