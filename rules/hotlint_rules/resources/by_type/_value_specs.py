"""What `value_specs` of Neutron's resource types must not hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.analysis.template import Resource
from hotlint.language.values import Partial
from hotlint.linter.rule import Context
from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.schema import ResourceType
from hotlint.resource_types.validation.model import PropertyProblem

DEMAND = "'value_specs' has neither 'shared', 'tenant_id' nor the name of another property"


def value_specs(values: PropertyValues, resource: Resource, ctx: Context) -> Iterator[PropertyProblem]:
    """Yield a problem when `value_specs` sets what is a property, or what only an administrator may set."""
    kind = ctx.unit.resource_type(resource)
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
