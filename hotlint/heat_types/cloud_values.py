"""The properties by which a resource names things of the cloud, such as an image or a network, and their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint import heat_types
from hotlint.cloud.facts import KINDS
from hotlint.common.records import NamedTuple
from hotlint.heat_types.refusals import Refusal
from hotlint.language.origins import id_of
from hotlint.language.values import Partial, Value
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


class NamedValue(NamedTuple):
    """A value that names a thing by its name or its id, which need not be known: see `CloudValue`."""

    path: Path
    kind: str
    value: Value
    is_early: bool


def cloud_values(resource_type: ResourceType, values: Mapping[str, Value]) -> Iterator[CloudValue]:
    """Yield the known values of a resource's properties that name things of the cloud; none of what is not known."""
    for path, kind, value, is_early in named_values(resource_type, values):
        if isinstance(value, str) and value:
            yield CloudValue(path, kind, value.partition(":")[0] if kind == "compute zone" else value, is_early)


def named_values(resource_type: ResourceType, values: Mapping[str, Value]) -> Iterator[NamedValue]:
    """Yield the values of a resource's properties that name things of the cloud."""
    yield from _level(resource_type.properties, values, (), heat_types.of(resource_type.name).names_things)


def of_another_kind(owner: StackResource, resource_type: ResourceType, stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal of each id of a resource that is another thing than the property names."""
    unsaid = {n: v for n, v in owner.values.items() if v and not isinstance(v, str | int)}  # few resources have many
    for path, kind, value, _ in named_values(resource_type, unsaid) if unsaid else ():
        maker = stack.made(id_of(value))
        made = heat_types.of(maker.type).made_for if maker is not None else ""
        if maker is not None and made and made != kind and {made, kind} != _IN_ONE_TABLE:
            message = f"'{maker.place}' is {_with_article(made)}, not {_with_article(kind)}"
            ending = f"Heat finds no such {KINDS[kind][1]} when it creates the resource"
            yield Refusal(owner, path, message, "neighbor", maker, ending=ending)


def _with_article(kind: str) -> str:
    noun = KINDS[kind][1]
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def kind_of(schema: Property) -> str | None:
    """Return the kind of things that a property names, by its custom constraint; None for any other."""
    named = (c.args for c in schema.constraints if c.kind == "custom_constraint")
    return next((name for name in named if name in KINDS), None)


def _level(
    schema: Mapping[str, Property], values: Mapping[str, Value], path: Path, names: Names
) -> Iterator[NamedValue]:
    for name, value in values.items():
        if name in schema:
            yield from _values(schema[name], value, (*path, name), names)


def _values(schema: Property, value: Value, path: Path, names: Names) -> Iterator[NamedValue]:
    known = value.known if isinstance(value, Partial) else value
    if isinstance(known, list):
        for index, item in enumerate(known):
            yield from _values(schema.items or schema, item, (*path, index), names)
    elif isinstance(known, dict):
        if schema.properties is not None:
            yield from _level(schema.properties, known, path, names)
    else:
        checked = kind_of(schema)
        kind = checked or names.get(tuple(step for step in path if isinstance(step, str)))
        if kind is not None:
            yield NamedValue(path, kind, known, checked is not None)
