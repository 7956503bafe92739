"""What `value_specs` of Neutron's resource types must not hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.language.values import Partial
from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import PropertyProblem, Resource, ResourceType, TemplateContext

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
