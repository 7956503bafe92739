"""What differs in the cloud from what Heat made of a stack: things that people deleted or changed by hand.

Heat does not look at the cloud in an update. It compares the new template with the properties that it has stored, so that it
leaves such a difference as it is until the template changes the property.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hotlint import heat_types
from hotlint.language.values import Value
from hotlint.plans.model import RecordedResource, RecordedStack
from hotlint.plans.running_resources import is_hidden
from hotlint.plans.statuses import exists, is_gone


class DriftedProperty(NamedTuple):
    """A property: the value that Heat has given it, and the one that the cloud shows."""

    name: str
    stored: Value
    shown: Value


class Drift(NamedTuple):
    """A resource that the cloud does not have any more (no `properties`), or that differs there."""

    path: tuple[str, ...]
    type: str
    id: str
    properties: tuple[DriftedProperty, ...] = ()

    @property
    def name(self) -> str:
        """The path with dots."""
        return ".".join(self.path)


def drift(stack: RecordedStack, path: tuple[str, ...] = ()) -> tuple[Drift, ...]:
    """Return what differs in the cloud from what Heat has made, in a stack at a path and in those within it."""
    return tuple(_drift(stack, path))


def _drift(stack: RecordedStack, path: tuple[str, ...]) -> Iterator[Drift]:
    for name, resource in stack.resources.items():
        at = (*path, name)
        if resource.stack is not None:
            yield from _drift(resource.stack, at)
        elif is_gone(resource):
            yield Drift(at, resource.type, resource.id)
        elif exists(resource) and (changed := tuple(_changed(resource))):
            yield Drift(at, resource.type, resource.id, changed)


def _changed(resource: RecordedResource) -> Iterator[DriftedProperty]:
    """Yield the properties that the cloud shows with another value."""
    live = resource.attributes.get("show") or resource.attributes  # Heat shows the one in place of the other
    for name in heat_types.of(resource.type).shown_properties:
        stored = (resource.properties or {}).get(name)
        if stored is None or name not in live or is_hidden(stored) or is_hidden(live[name]):
            continue
        if not _same(stored, live[name]):
            yield DriftedProperty(name, stored, live[name])


def _same(stored: Value, shown: Value) -> bool:
    """Return whether a service shows a value that Heat has given it: numbers as text, and more in a mapping, are the same."""
    if isinstance(stored, dict) and isinstance(shown, dict):
        return all(name in shown and _same(value, shown[name]) for name, value in stored.items())
    if isinstance(stored, list) and isinstance(shown, list):
        return sorted(map(str, stored)) == sorted(map(str, shown))
    if isinstance(stored, bool) or isinstance(shown, bool):
        return str(stored).lower() == str(shown).lower()
    return str(stored) == str(shown) or (stored == "" and shown is None)
