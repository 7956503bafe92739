"""Completion of names that the text does not declare: those of other templates, of a cloud, and of the other language."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from hotlint import heat_types
from hotlint.cloud.facts import KINDS, CloudFacts, Thing
from hotlint.heat_types.cloud_values import kind_of
from hotlint.ide.completion.habits import PlaceHabits
from hotlint.ide.completion.lines import Step
from hotlint.ide.completion.nearby_names import nearby_names, share
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionItem, CompletionRequest
from hotlint.ide.completion.schema_location import SchemaLocation
from hotlint.language.dialects import Dialect

_OFTEN = 20
"""The number of templates with a name from which on more make no difference."""


def undeclared(
    request: CompletionRequest,
    uses: tuple[str, ...],
    declared: Collection[str],
    kind: str,
    habits: PlaceHabits,
    own: str = "",
) -> Iterator[CompletionItem]:
    """Yield names that the text uses in one of these ways and does not declare; `own` is left out."""
    around = nearby_names(request)
    seen = {own, request.position.prefix}
    for use in uses:
        for name in request.names.uses[use]:
            if name not in declared and name not in seen and "::" not in name:
                seen.add(name)
                relevance = Relevance(
                    remoteness=1 if habits.has(name) else 2, **habits.of(name), **around.likeness(name)
                )
                yield CompletionItem(name, kind, relevance, "not declared yet")


def foreign(
    request: CompletionRequest, names: dict[str, int], declared: Collection[str], kind: str, habits: PlaceHabits
) -> Iterator[CompletionItem]:
    """Yield names of the other templates in the folder, which a new text often uses again: first what they have at this place."""
    around = nearby_names(request)
    for name, count in names.items():
        if name not in declared:
            relevance = Relevance(
                remoteness=1 if habits.has(name) else 3,
                folder_share=share(count, _OFTEN),
                **habits.of(name),
                **around.likeness(name),
            )
            yield CompletionItem(name, kind, relevance, "in other templates of this folder")


def of_property(request: CompletionRequest, location: SchemaLocation) -> Iterator[CompletionItem]:
    """Yield the things that the property at a location may name; none without a snapshot."""
    cloud = request.environment.catalog.cloud
    if cloud is None:
        return
    kind = kind_of(location.schema) if location.schema is not None else None
    if kind is None and location.trail:
        owner = request.names.resources.get(location.name)
        type_name = (owner.inner if location.field == "members" else owner.type) if owner is not None else None
        kind = heat_types.of(type_name or "").names_things.get(tuple(location.trail))
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


def in_hot(path: tuple[Step, ...], dialect: Dialect) -> tuple[Step, ...]:
    """Return a path of keys with the names of HOT for the words of a dialect."""
    if dialect.is_hot or not path:
        return path
    tables = {
        "parameters": dialect.parameter_keys, "resources": dialect.resource_keys, "outputs": dialect.output_keys,
    }  # fmt: skip
    section = _name(path[0], dialect.sections)
    keys = tables.get(str(section))
    if keys is None or len(path) < 3:
        return (section, *path[1:])
    return (section, path[1], _name(path[2], keys), *path[3:])


def _name(step: Step, words: Mapping[str, str]) -> Step:
    return next((name for name, word in words.items() if word == step), step)
