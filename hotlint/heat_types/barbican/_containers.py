"""Containers of Barbican: what they have in common."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class Container(HeatType):
    """Base of the containers whose properties refer to secrets: no secret twice."""

    source = "heat/engine/resources/openstack/barbican/container.py"
    demands = ("no two properties refer to the same secret",)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        seen: dict[str, str] = {}
        for name in values.names():
            ref = values[name]
            if name == "name" or not isinstance(ref, str):
                continue
            if ref in seen:
                yield invalid(values, name, f"'{name}' of {it.type} is the same secret as '{seen[ref]}'")
            seen.setdefault(ref, name)
