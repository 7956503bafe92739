"""Shared by the types of several services: addresses that are asked for, volumes that are made, and answers of services."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.heat_types.base import FixedAddress
from hotlint.heat_types.quotas import VOLUME, Cost
from hotlint.language.values import Partial, Value
from hotlint.stacks.neighbors import Key, key

if TYPE_CHECKING:
    from hotlint.resource_types.property_values import PropertyValues
    from hotlint.resource_types.validation.model import PropertyProblem
    from hotlint.stacks.definition import Definition
    from hotlint.stacks.records import StackResource

Path = tuple[str | int, ...]


def volume_costs(size: Value) -> Iterator[Cost]:
    """Yield what a volume takes of the quotas of a project."""
    yield Cost((VOLUME, "volumes"), 1)
    yield Cost((VOLUME, "gigabytes"), size if isinstance(size, int) else None, "its size")


def is_answer(attributes: Mapping[str, Any]) -> bool:
    """Return whether what Heat shows of a resource is the answer of the service."""
    return "id" in attributes and "links" in attributes


def part(value: Value, key: Value) -> Value:
    """Return an item of a mapping; None where there is none."""
    return value.get(key) if isinstance(value, dict) and isinstance(key, str) else None


def claim(path: Path, item: Mapping[str, Value], name: str, network: Value, subnet: Value) -> Iterator[FixedAddress]:
    """Yield the fixed address that the property `name` of the mapping at a path asks for, if it is known."""
    address = item.get(name)
    if isinstance(address, str) and address:
        yield FixedAddress((*path, name), address, network, subnet)


def mappings_in(values: Mapping[str, Value], name: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield the known mappings in a list, with their paths."""
    listed = known(values.get(name))
    for index, item in enumerate(listed if isinstance(listed, list) else ()):
        inner = known(item)
        if isinstance(inner, dict):
            yield (name, index), inner


def known(value: Value) -> Value:
    """Return a value as far as it is known."""
    return value.known if isinstance(value, Partial) else value


def ports_of(server: StackResource) -> Iterator[Key | None]:
    """Yield the ports of a server: see `key`."""
    from hotlint.heat_types.items import items, properties  # which import refusals

    return (key(network["port"]) for network in items(properties(server), "networks"))


def unknown_choice(values: PropertyValues, name: str, it: Definition) -> Iterator[PropertyProblem]:
    """Yield a problem where a property has none of its allowed values, which Heat does not check of a reference."""
    from hotlint.resource_types.property_relations import invalid, quoted
    from hotlint.resource_types.validation.model import EARLY

    schema, value = it.schema.properties.get(name) if it.schema is not None else None, values[name]
    for constraint in schema.constraints if schema is not None and isinstance(value, str) else ():
        if constraint.kind == "allowed_values" and value not in constraint.args:
            early = EARLY if it.refers else ""
            yield invalid(
                values, name, f"'{name}' of {it.type} must be {quoted(constraint.args)}, not '{value}'{early}"
            )
