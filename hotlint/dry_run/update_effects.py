"""What Heat does when a property of a resource changes: the rules of the schema, and those of single types.

The effects are "update" (in place), "replace", "refuse" and "unknown"; each comes with a reason, "" where it is plain.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hotlint import heat_types
from hotlint.analysis.environments.registry import ResolvedType
from hotlint.heat_types.base import NESTED_UPDATE, HeatType
from hotlint.language.values import Value
from hotlint.resource_types.catalog import ResourceType


def effect(kind: ResolvedType, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str]:
    """Return the effect of a new value of a property on a resource, whose properties were `was` and are then `values`."""
    if kind.location is not None:
        return "update", ""  # a nested template takes other parameters
    type_ = kind.type
    if not isinstance(type_, ResourceType):
        return "unknown", "the resource type is not known"
    if type_.any_properties:
        return "update", ""
    if name not in type_.properties:
        return "unknown", "this property is not known"
    schema = type_.properties[name]
    if schema.immutable:
        return "refuse", f"{name} must not change"
    special = _of(kind).effect(name, was, values)
    if special is not None:
        return special
    return ("update", "") if schema.updatable else ("replace", f"{name} cannot be updated")


class UsualEffect(NamedTuple):
    """The effect of a new value of a property where the properties that decide have their defaults.

    `note` says in a sentence what else decides; "" where nothing does.
    """

    action: str
    note: str

    @property
    def in_short(self) -> str:
        """The effect in a list of facts."""
        return _IN_SHORT[self.action] + (" by default" if self.note else "")

    @property
    def in_words(self) -> str:
        """The effect in a sentence or two."""
        return f"{_IN_WORDS[self.action]} {self.note}".rstrip()


_IN_SHORT = {"update": "updated in place", "replace": "a change replaces it", "refuse": "may not change"}
_IN_WORDS = {
    "update": "A new value changes the resource in place.",
    "replace": "A new value replaces the resource.",
    "refuse": "Heat refuses a new value once the resource exists.",
}


def usual_effect(kind: ResolvedType, name: str) -> UsualEffect:
    """Return the effect of a new value of a property that a type has; for a nested property, `name` is the outermost one."""
    assert isinstance(kind.type, ResourceType)
    action, _ = effect(kind, name, {}, kind.type.properties.defaults)
    return UsualEffect(action, _of(kind).update_notes.get(name, ""))


def always_replaced(kind: ResolvedType, values: Mapping[str, Value]) -> str | None:
    """Return why every update of the stack replaces a resource, whatever changes; None for any other resource."""
    return _of(kind).always_replaced(values)


def always_updated(kind: ResolvedType, values: Mapping[str, Value]) -> str | None:
    """Return why every update of the stack updates a resource, whatever changes; None for any other resource."""
    return NESTED_UPDATE if kind.location is not None else _of(kind).always_updated(values)


def is_replaced_for_metadata(kind: ResolvedType) -> bool:
    """Return whether new metadata replaces a resource."""
    return _of(kind).is_replaced_for_metadata


def is_placeholder(kind: ResolvedType) -> bool:
    """Return whether a resource is a placeholder, to which nothing happens."""
    return _of(kind).is_placeholder or (isinstance(kind.type, ResourceType) and kind.type.placeholder)


def _of(kind: ResolvedType) -> HeatType:
    return heat_types.of(kind.type.name) if kind.location is None else heat_types.NOTHING
