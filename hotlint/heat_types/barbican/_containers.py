"""Containers of Barbican: what they have in common."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.barbican._limits import NAME
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Refusal
from hotlint.language.origins import id_of
from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.records import StackResource


class Container(HeatType):
    """Base of the containers whose properties refer to secrets: no secret twice."""

    demands = ("no two properties refer to the same secret",)
    thing = "the container"
    # Source: barbican/common/validators.py
    limits = (NAME,)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        seen: dict[str, str] = {}
        for name in values.names():
            ref = values[name]
            if name == "name" or not isinstance(ref, str):
                continue
            if ref in seen:
                yield invalid(values, name, f"'{name}' of {it.type} is the same secret as '{seen[ref]}'")
            seen.setdefault(ref, name)


def lacks(owner: StackResource, *names: str) -> Iterator[Refusal]:
    """Yield a refusal where a container has some secret, but not that of each of the names."""
    container = properties(owner)
    values = [value for name, value in owner.values.items() if name != "name"]
    if any(id_of(value) or (isinstance(value, str) and value) for value in values):
        for name in names:
            if container[name] in (None, ""):
                yield container.refuse("", f"'{name}' must be given where the container has any secret")
