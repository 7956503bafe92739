"""Heat's resource types: `Catalog().resource("OS::Nova::Server")` tells what is known of one.

schema.py has what a type is, and the form of the facts. Here is where types come from (`Layer`), and how a name is
looked up (`Catalog`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from hotlint.resource_types.schema import (
    DYNAMIC,
    Attribute,
    Constraint,
    Facts,
    Properties,
    Property,
    ResourceType,
    Support,
)

__all__ = [
    "DYNAMIC",
    "PACKAGED",
    "Attribute",
    "Catalog",
    "Constraint",
    "Facts",
    "Layer",
    "NoSuchType",
    "OpaqueType",
    "Properties",
    "Property",
    "ResourceType",
    "Support",
]

Read = Callable[[str], bytes]
"""Reads one file of a catalogue by its name below the catalogue's folder; raises OSError when there is none."""


class Layer:
    """One source of types, such as the packaged catalogue, a folder of plugins, or the types of a site's cloud.

    `read` gets the files of a catalogue (see hotlint/resource_types/extraction/__main__.py); it raises OSError for one there is not.
    """

    __slots__ = ("_index", "_read", "_types", "label")

    def __init__(self, label: str, read: Read) -> None:
        self.label = label
        self._read = read
        self._index: Facts | None = None
        self._types: dict[str, ResourceType] = {}

    @classmethod
    def of(cls, label: str, types: Mapping[str, Facts]) -> Layer:
        """A layer of types whose facts are at hand."""
        layer = cls(label, _nothing)
        layer._index = {"types": dict(types)}
        return layer

    def file(self, name: str) -> Facts:
        """A file of the layer, such as "classes.json". Raises OSError when it has none of that name."""
        return parse(self._read(name))

    @property
    def index(self) -> Facts:
        if self._index is None:
            self._index = self.file("types.json")
        return self._index

    def resource(self, name: str) -> ResourceType | None:
        """The type of that name; None when this layer has none."""
        found = self._types.get(name)
        if found is None and name in self.index["types"]:
            facts = self.index["types"][name]
            if "type" not in facts:
                try:
                    facts = self.file(f"types/{name.replace('::', '__')}.json")
                except FileNotFoundError:
                    return None
            base = self.index.get("base_attributes")
            found = self._types[name] = ResourceType(name, facts, BASE_ATTRIBUTES if base is None else base)
        return found


BASE_ATTRIBUTES: Final[dict[str, Facts]] = {"show": {"type": "map", "cache": False}}


def _nothing(name: str) -> bytes:
    raise FileNotFoundError(name)


def _read_packaged(name: str) -> bytes:
    """A file below hotlint/data, through the import system, so that a zipped hotlint works as well."""
    loader: Any = __spec__.loader
    folder = __file__.replace("\\", "/").rpartition("/resource_types/")[0]
    return loader.get_data(f"{folder}/data/{name}")  # type: ignore[no-any-return]


PACKAGED: Final = Layer("packaged", _read_packaged)
"""The catalogue that comes with hotlint, shared by all `Catalog`s of a process."""


class OpaqueType:
    """A type of which nothing is known, and that is fine: `reason` says why."""

    __slots__ = ("name", "reason")

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self.reason = reason


class NoSuchType:
    """A type that does not exist in the target release.

    `releases` is the first and last release that had it, if one had; `instead` what replaced it. `namespace_known`
    tells a misspelt name (OS::Nova::Sever) from a namespace that nobody declared (Acme::Server, OS::Acme::Server).
    """

    __slots__ = ("_candidates", "instead", "name", "namespace_known", "releases")

    def __init__(self, name: str, candidates: tuple[str, ...], entry: Facts, instead: str | None) -> None:
        releases = entry.get("releases")
        self.name = name
        self.instead = entry.get("instead") or instead
        self.releases: tuple[str, str] | None = (releases[0], releases[1]) if releases else None
        self._candidates = candidates
        space = name.rpartition("::")[0]
        self.namespace_known = any(c.startswith(f"{space}::") for c in candidates)

    @property
    def suggestions(self) -> list[str]:
        """Names of types that may have been meant, the most likely first."""
        from hotlint.common.suggestions import closest_matches

        return closest_matches(self.name, self._candidates)


class Catalog:
    """All types that are known: `layers` (the first that has a type wins), then the packaged ones.

    `known_types` are glob patterns of types that exist though nothing is known of them. `target` is a release number of
    openstack-heat; None is the newest that the packaged catalogue knows.
    """

    __slots__ = ("_found", "_names", "known_types", "layers", "target")

    def __init__(
        self, layers: Sequence[Layer] = (), known_types: Iterable[str] = (), target: str | None = None
    ) -> None:
        self.layers = (*layers, PACKAGED)
        self.known_types = tuple(known_types)
        self.target = target
        self._found: dict[str, ResourceType | NoSuchType | OpaqueType] = {}
        self._names: tuple[str, ...] | None = None

    def resource(self, name: str) -> ResourceType | NoSuchType | OpaqueType:
        """What is known of a type. The same object for the same name, for as long as the catalogue lives."""
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = self._look_up(name)
        return found

    def _look_up(self, name: str) -> ResourceType | NoSuchType | OpaqueType:
        for layer in self.layers:
            entry = layer.index["types"].get(name)
            if entry is not None and self.covers(entry.get("releases")):
                found = layer.resource(name)
                if found is not None:
                    return found if self.target is None else found.at(self.covers, self.holds)
        if any(_matches(name, pattern) for pattern in self.known_types):
            return OpaqueType(name, "it is among the known types of the configuration")
        return NoSuchType(name, self.names(), PACKAGED.index["types"].get(name, {}), self._alias(name))

    def covers(self, releases: Sequence[str] | None) -> bool:
        """Whether something that exists in these releases (first and last) exists in the target release."""
        if not releases:
            return True
        target = version(self.target or PACKAGED.index["heat"])
        return version(releases[0]) <= target <= version(releases[1])

    def holds(self, since: str) -> bool:
        """Whether the target release is no older than a release: what is so "since" then is so in the target."""
        return version(since)[:1] <= version(self.target or PACKAGED.index["heat"])[:1]

    def names(self) -> tuple[str, ...]:
        """The names of all types of the target release, sorted."""
        if self._names is None:
            entries = [item for layer in self.layers for item in layer.index["types"].items()]
            self._names = tuple(sorted({name for name, entry in entries if self.covers(entry.get("releases"))}))
        return self._names

    def matching(self, pattern: str = "*") -> list[str]:
        """The names of types that a glob pattern matches, sorted."""
        return [name for name in self.names() if _matches(name, pattern)]

    @staticmethod
    def _alias(name: str) -> str | None:
        """The type that a name stands for in the default environment of Heat's packages, which maps old names."""
        for alias, target in PACKAGED.index["aliases"].items():
            if alias == name:
                return str(target)
            if alias.endswith("*") and name.startswith(alias[:-1]):
                return str(target[:-1] + name[len(alias) - 1 :])
        return None


def version(release: str) -> tuple[int, ...]:
    """A release number of openstack-heat, such as "27.0.1", to compare; those before 5.0.0 are years ("2014.1")."""
    parts = tuple(int(part) if part.isdigit() else 0 for part in release.split("."))
    return parts if parts[0] < 1000 else (0, *parts)


def _matches(name: str, pattern: str) -> bool:
    if name == pattern:
        return True
    from fnmatch import fnmatchcase

    return fnmatchcase(name, pattern)


def parse(text: bytes) -> Facts:
    """Return the JSON of a catalog's file. Raises ValueError for a broken one."""
    facts: Facts = json.loads(text)
    return facts
