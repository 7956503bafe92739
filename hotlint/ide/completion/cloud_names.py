"""Completion of the names of things of a cloud, from its snapshot: images, flavors with their sizes, networks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hotlint.cloud.facts import KINDS, CloudFacts, Thing
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionItem, CompletionRequest
from hotlint.ide.completion.schema_location import SchemaLocation
from hotlint.resource_types.cloud_values import WITHOUT_CONSTRAINT, kind_of


def of_property(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    """Yield the things that the property at a location may name; none without a snapshot."""
    cloud = request.environment.catalog.cloud
    if cloud is None:
        return
    kind = kind_of(location.schema) if location.schema is not None else None
    if kind is None and location.trail:
        owner = request.names.resources.get(location.name)
        type_name = (owner.inner if location.field == "members" else owner.type) if owner is not None else None
        kind = WITHOUT_CONSTRAINT.get((type_name or "", *location.trail))
    yield from _items(cloud, kind)


def of_parameter(request: CompletionRequest, customs: tuple[str, ...]) -> Iterator[CompletionItem]:
    """Yield the things that a parameter with these custom constraints may name; none without a snapshot."""
    cloud = request.environment.catalog.cloud
    for kind in customs if cloud is not None else ():
        assert cloud is not None
        yield from _items(cloud, kind)


def _items(cloud: CloudFacts, kind: str | None) -> Iterator[CompletionItem]:
    if kind is None or kind not in KINDS:
        return
    things = sorted(cloud.things(kind), key=_order)
    for rank, thing in enumerate(things):
        twins = len(cloud.find(kind, thing.name)) > 1
        label = thing.id if twins and thing.id else thing.name
        detail = f"{thing.name}, {thing.summary}" if twins else thing.summary
        relevance = Relevance(exists_in_cloud=True, rank=rank / len(things))
        yield CompletionItem(label, "value", relevance, detail, about=("cloud", kind, label))


def _order(thing: Thing) -> tuple[Any, ...]:
    """Return what sorts things: what can be used first, flavors by their size, all else by name."""
    entry = thing.entry
    unusable = entry.get("status", "active") != "active" or entry.get("available") is False
    sizes = tuple(entry.get(key) if isinstance(entry.get(key), int) else 0 for key in ("vcpus", "ram", "disk"))
    return unusable, sizes if thing.kind == "nova.flavor" else (), thing.name
