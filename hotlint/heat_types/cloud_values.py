"""The properties by which a resource names things of the cloud, such as an image or a network, and their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint import heat_types
from hotlint.cloud.facts import KINDS
from hotlint.common.records import NamedTuple
from hotlint.language.values import Partial, Value
from hotlint.resource_types.schema import Property, ResourceType

Path = tuple[str | int, ...]
Names = Mapping[tuple[str, ...], str]
"""The kinds of things that properties name: see `HeatType.names_things`."""


class CloudValue(NamedTuple):
    """A known value that names a thing of the cloud: its path from the properties, its kind (`hotlint.cloud.facts.KINDS`).

    `is_early`: Heat looks it up before it creates anything.
    """

    path: Path
    kind: str
    value: str
    is_early: bool = True


def cloud_values(resource_type: ResourceType, values: Mapping[str, Value]) -> Iterator[CloudValue]:
    """Yield the known values of a resource's properties that name things of the cloud; none of what is not known."""
    yield from _level(resource_type.properties, values, (), heat_types.of(resource_type.name).names_things)


def kind_of(schema: Property) -> str | None:
    """Return the kind of things that a property names, by its custom constraint; None for any other."""
    named = (c.args for c in schema.constraints if c.kind == "custom_constraint")
    return next((name for name in named if name in KINDS), None)


def _level(
    schema: Mapping[str, Property], values: Mapping[str, Value], path: Path, names: Names
) -> Iterator[CloudValue]:
    for name, value in values.items():
        if name in schema:
            yield from _values(schema[name], value, (*path, name), names)


def _values(schema: Property, value: Value, path: Path, names: Names) -> Iterator[CloudValue]:
    known = value.known if isinstance(value, Partial) else value
    if isinstance(known, str):
        checked = kind_of(schema)
        kind = checked or names.get(tuple(step for step in path if isinstance(step, str)))
        if kind is not None and known:
            value = known.partition(":")[0] if kind == "compute zone" else known
            yield CloudValue(path, kind, value, checked is not None)
    elif isinstance(known, list):
        for index, item in enumerate(known):
            yield from _values(schema.items or schema, item, (*path, index), names)
    elif isinstance(known, dict) and schema.properties is not None:
        yield from _level(schema.properties, known, path, names)
