"""The properties by which a resource names things of the cloud, such as an image or a network, and their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint import heat_types
from hotlint.cloud.facts import KINDS
from hotlint.common.records import NamedTuple
from hotlint.heat_types.refusals import Refusal
from hotlint.language.origins import id_of
from hotlint.language.values import PLAIN, Partial, Value
from hotlint.resource_types.schema import Property, ResourceType
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

Path = tuple[str | int, ...]
Names = Mapping[tuple[str, ...], str]
"""The kinds of things that properties name: see `HeatType.names_things`."""
_IN_ONE_TABLE = {"keystone.project", "keystone.domain"}
"""Keystone finds a domain as a project, too."""


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
    yield from _level(resource_type.properties, values, (), heat_types.of(resource_type.name).names_with(values))


def of_another_kind(owner: StackResource, resource_type: ResourceType, stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal of each id of a resource that is another thing than the property names."""
    for path, name in _ids(owner.values, ()):
        maker = stack.made(name)
        made = heat_types.of(maker.type).made_for if maker is not None else ""
        kind = _kind_at(resource_type, path) if made else None
        if maker is not None and kind is not None and made != kind and {made, kind} != _IN_ONE_TABLE:
            message = f"'{maker.place}' is {_with_article(made)}, not {_with_article(kind)}"
            ending = f"Heat finds no such {KINDS[kind][1]} when it creates the resource"
            yield Refusal(owner, path, message, "neighbor", maker, ending=ending)


def _ids(value: Value, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the ids of resources in a value: their paths, and the names of the resources."""
    known = value.known if isinstance(value, Partial) else value
    if isinstance(known, dict):
        for name, item in known.items():
            if item.__class__ not in PLAIN:
                yield from _ids(item, (*path, str(name)))
    elif isinstance(known, list):
        for index, item in enumerate(known):
            if item.__class__ not in PLAIN:
                yield from _ids(item, (*path, index))
    elif maker := id_of(known):
        yield path, maker


def _kind_at(resource_type: ResourceType, path: Path) -> str | None:
    """Return the kind of things that the property at a path names; None for any other, and for one without a schema."""
    properties: Mapping[str, Property] | None = resource_type.properties
    schema: Property | None = None
    for step in path:
        if isinstance(step, str):
            schema = properties.get(step) if properties is not None else None
        elif schema is not None:
            schema = schema.items or schema
        if schema is None:
            return None
        properties = schema.properties
    names = heat_types.of(resource_type.name).names_things
    return (kind_of(schema) if schema is not None else None) or names.get(_names_in(path))


def _names_in(path: Path) -> tuple[str, ...]:
    return tuple(step for step in path if isinstance(step, str))


def _with_article(kind: str) -> str:
    noun = KINDS[kind][1]
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def kind_of(schema: Property) -> str | None:
    """Return the kind of things that a property names, by its custom constraint; None for any other."""
    for constraint in schema.constraints:  # most properties have none
        if constraint.kind == "custom_constraint" and constraint.args in KINDS:
            name: str = constraint.args
            return name
    return None


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
        kind = checked or names.get(_names_in(path))
        if kind is not None and known:
            value = known.partition(":")[0] if kind == "compute zone" else known
            yield CloudValue(path, kind, value, checked is not None)
    elif isinstance(known, list):
        for index, item in enumerate(known):
            yield from _values(schema.items or schema, item, (*path, index), names)
    elif isinstance(known, dict) and schema.properties is not None:
        yield from _level(schema.properties, known, path, names)
