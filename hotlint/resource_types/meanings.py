"""What resource types, their properties and attributes mean, in hotlint's own words: hotlint/data/meanings/TYPE.toml.

A file has `makes` (what the type makes), `use` (when to use it), `neighbors` (types that stand beside it), and the tables
`properties` and `attributes`. Nested properties are under their path with dots, in which the items of a list have no step.
No check reads these files: only pages, hovers and completions do.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from hotlint.common.printable import without_markup
from hotlint.resource_types.catalog import PACKAGED, read_packaged
from hotlint.resource_types.schema import Attribute, Property, ResourceType

Section = Literal["properties", "attributes"]
_BASE = {"show": "All that the service's API returns of the resource, as a map."}
"""The meanings of the attributes that every type has."""


class Meanings(NamedTuple):
    """The meanings of one type; empty ones for a type that is not Heat's own."""

    makes: str = ""
    use: str = ""
    neighbors: tuple[str, ...] = ()
    properties: Mapping[str, str] = {}
    attributes: Mapping[str, str] = {}


@lru_cache(maxsize=64)
def meanings_of(type_name: str) -> Meanings:
    """Return what a type, its properties and its attributes mean."""
    import tomllib  # not in a check

    if type_name not in PACKAGED.index["types"]:
        return Meanings()
    try:
        data = tomllib.loads(read_packaged(f"meanings/{type_name.replace('::', '__')}.toml").decode())
    except OSError:
        return Meanings()
    attributes = _BASE | data.get("attributes", {})
    return Meanings(data["makes"], data["use"], tuple(data["neighbors"]), data.get("properties", {}), attributes)


def example_of(type_name: str) -> str:
    """Return a template that uses a type, which hotlint checks without a finding; "" for a type without an example."""
    if type_name not in PACKAGED.index["types"]:
        return ""
    try:
        return read_packaged(f"examples/{type_name.replace('::', '__')}.yaml").decode()
    except OSError:
        return ""


def purpose(resource: ResourceType) -> str:
    """Return what a type makes and when to use it, or else how the cloud describes it; "" where nothing says so."""
    own = meanings_of(resource.name)
    return f"{own.makes} {own.use}" if own.makes else without_markup(resource.description or "")


def meaning(type_name: str, section: Section, path: str, schema: Property | Attribute) -> str:
    """Return what a property (nested ones by their path with dots) or attribute means, or else how the cloud describes it.

    "" where nothing says so.
    """
    own = getattr(meanings_of(type_name), section).get(path)
    return own or without_markup(schema.description or "")
