"""What Heat itself refuses in `value_specs`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.heat_types._shared import known
from hotlint.heat_types.ignored import Ignored
from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition

DEMAND = "'value_specs' has neither 'shared', 'tenant_id' nor the name of another property"


def overridden(*names: str) -> tuple[Ignored, ...]:
    """Return that properties have no effect where `value_specs` has a key of the same name."""
    why = "Heat sends the value in 'value_specs' in its place"
    return tuple(Ignored(name, why, "value_specs", is_key=True) for name in names)


def value_specs(values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
    """Yield a problem when `value_specs` sets what is a property, or what only an administrator may set."""
    found = known(values["value_specs"])
    names: Iterable[object] = found if isinstance(found, dict) else ()
    declared = it.schema.properties if it.schema is not None else {}
    for name in names:
        if name in ("shared", "tenant_id") or name in declared:
            advice = ": give it as a property" if name in declared else ""
            yield invalid(values, "value_specs", f"'value_specs' of {it.type} must not have '{name}'{advice}")
            return
