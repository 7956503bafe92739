"""What a resource takes of the quotas of a project: how many of which things OpenStack makes for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hotlint import heat_types
from hotlint.cloud.facts import CloudFacts
from hotlint.heat_types.quotas import Cost, Flavors
from hotlint.language.origins import id_of
from hotlint.language.values import Value


def costs(type_name: str, values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
    """Return what a resource takes, by its type and its converted properties; nothing for a type that takes nothing."""
    return heat_types.of(type_name).costs(values, flavors)


def cloud_flavors(cloud: CloudFacts, made: Mapping[str, Mapping[str, Any]]) -> Flavors:
    """Return what finds flavors: those of a cloud, and those that the template makes, by the names of their resources."""

    def find(value: Value) -> Mapping[str, Any] | None:
        if isinstance(value, str):
            found = cloud.find("nova.flavor", value)
            return found[0].entry if len(found) == 1 else None
        named = id_of(value)
        return made.get(named) if named is not None else None

    return find
