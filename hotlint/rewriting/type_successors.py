"""Edits that replace deprecated properties, types and spellings by what Heat itself takes them for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hotlint import heat_types
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.template import Resource
from hotlint.language import versions
from hotlint.resource_types.catalog import Properties, Property, ResourceType
from hotlint.resource_types.facts import Facts
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence
from hotlint.syntax.source import Span

Path = tuple[str | int, ...]


class Rename(NamedTuple):
    """A name that is replaced. `path` leads from the properties of a resource to a property; empty for the type itself."""

    resource: str
    path: Path
    old: str
    new: str
    edit: Edit


def renames(context: TemplateContext, release: str | None = None) -> Iterator[Rename]:
    """Yield the renames of a template's deprecated types and properties, each of which leaves what is deployed as it is.

    A successor that came after a `release` (its number, such as 11.0.0) is left out; None for any that the context knows.
    """
    text = context.document.text
    for resource in context.template.resources.values():
        kind = context.resource_type(resource)
        if not isinstance(kind, ResourceType):
            continue
        yield from _type(context, resource, kind)
        properties = resource.fields.get("properties")
        if properties is not None and not kind.any_properties and properties.via is None:
            pairs = dict(_names_of_one(kind))
            for path, key, new in _properties(properties.value, kind.properties, pairs, release):
                yield Rename(resource.name, (*path, str(key.value)), str(key.value), new, _edit(text, key, new))


def deletion_policies(context: TemplateContext, version: str) -> Iterator[Edit]:
    """Yield the edits that write deletion policies in lower case, as the versions spell them that allow it."""
    for resource in context.template.resources.values():
        entry = resource.fields.get("deletion_policy")
        node = entry.value if entry is not None and entry.via is None else None
        if isinstance(node, Scalar) and node.value in ("Delete", "Retain", "Snapshot"):
            lower = str(node.value).lower()
            if versions.DELETION_POLICIES[lower] <= version:
                yield _edit(context.document.text, node, lower)


def _type(context: TemplateContext, resource: Resource, kind: ResourceType) -> Iterator[Rename]:
    entry = resource.fields.get("type")
    if entry is None or entry.via is not None or not isinstance(entry.value, Scalar) or resource.type is None:
        return
    old_name = context.resolved_type(resource).old_name
    new = kind.name if old_name == resource.type else heat_types.of(resource.type or "").successor or None
    if new is not None and new != resource.type:
        yield Rename(resource.name, (), resource.type, new, _edit(context.document.text, entry.value, new))


def _names_of_one(kind: ResourceType) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the pairs of names that Heat takes for one property: (path of the one, list indices left out) and the other."""
    for rule in kind.translations:
        if rule["rule"] != "replace" or "when" in rule or "custom" in rule:
            continue
        path = tuple(rule["path"])
        if "name" in rule:
            other = rule["name"]
        elif len(path) == len(rule.get("from", ())) == 1:
            other = rule["from"][0]
        else:
            continue
        yield (*path[:-1], other), path[-1]
        yield path, other


def _properties(
    node: Node,
    schema: Properties,
    pairs: dict[tuple[str, ...], str],
    release: str | None,
    path: Path = (),
    route: tuple[str, ...] = (),
) -> Iterator[tuple[Path, Scalar, str]]:
    """Yield the path of the mapping, the key and the new name of each deprecated property with a successor."""
    if not isinstance(node, Mapping):
        return
    names = {entry.name for entry in node.items()}
    for entry in node.entries:
        if entry.name not in schema or entry.via is not None:
            continue
        found = schema[entry.name]
        new = found.support.instead
        if new is not None and found.support.status != "SUPPORTED" and pairs.get((*route, entry.name)) == new:
            if new not in names and isinstance(entry.key, Scalar) and _had(schema.facts.get(new, {}), release):
                yield path, entry.key, new
            continue
        yield from _inner(entry, found, pairs, release, path, route)


def _inner(
    entry: Entry,
    found: Property,
    pairs: dict[tuple[str, ...], str],
    release: str | None,
    path: Path,
    route: tuple[str, ...],
) -> Iterator[tuple[Path, Scalar, str]]:
    name, value = str(entry.name), entry.value
    if found.properties is not None:
        yield from _properties(value, found.properties, pairs, release, (*path, name), (*route, name))
    items = found.items
    if items is not None and items.properties is not None and isinstance(value, Sequence):
        for index, item in enumerate(value.items):
            if index not in value.via:
                yield from _properties(item, items.properties, pairs, release, (*path, name, index), (*route, name))


def _had(facts: Facts, release: str | None) -> bool:
    """Return whether a release had what these facts are of."""
    first = facts.get("releases", ("0",))[0]
    return release is None or _numbers(first) <= _numbers(release)


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(map(int, release.split(".")))


def _edit(text: str, node: Scalar, new: str) -> Edit:
    """Return the edit that replaces the text of a scalar, in the quotes that it has."""
    quote = node.style if node.style in ("'", '"') else ""
    return Edit(Span(node.start, node.end), f"{quote}{new}{quote}")
