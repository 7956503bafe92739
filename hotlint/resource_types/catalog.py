"""The catalog of resource types: `Catalog().resource("OS::Nova::Server")` returns the schema of one.

Types come from layers (`Layer`): plugins, an imported cloud, and the packaged facts. The views of a type are in
`hotlint.resource_types.schema`, the form of its facts in `hotlint.resource_types.facts`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.common.globs import matcher
from hotlint.language.jinja_marks import is_placeholder
from hotlint.resource_types.schema import (
    Attribute,
    Constraint,
    Properties,
    Property,
    ResourceType,
    Support,
)

if TYPE_CHECKING:
    from hotlint.cloud.facts import CloudFacts
    from hotlint.resource_types.facts import Facts

__all__ = [
    "PACKAGED",
    "Attribute",
    "Catalog",
    "Constraint",
    "Layer",
    "NoSuchType",
    "OpaqueType",
    "Properties",
    "Property",
    "ResourceType",
    "Support",
]

ReadFile = Callable[[str], bytes]
"""Reads one file of a catalog by its name below the catalog's folder; raises OSError when there is no such file."""


class Layer:
    """One source of types: the packaged facts, folders of plugins, or an imported cloud. Files are read when needed.

    `read` reads the files of a catalog, which hotlint/resource_types/extraction/__main__.py describes.
    """

    __slots__ = ("_index", "_read", "_types", "label")

    def __init__(self, label: str, read: ReadFile) -> None:
        self.label = label
        self._read = read
        self._index: Facts | None = None
        self._types: dict[str, ResourceType] = {}

    @classmethod
    def of(cls, label: str, types: Mapping[str, Facts]) -> Layer:
        """Return a layer of types whose facts are already loaded, by name."""
        layer = cls(label, _read_none)
        layer._index = {"types": dict(types)}
        return layer

    def file(self, name: str) -> Facts:
        """Return the JSON of a file such as "classes.json". Raises OSError when there is none, ValueError for a broken one."""
        facts: Facts = json.loads(self._read(name))
        return facts

    @property
    def index(self) -> Facts:
        """The index of the layer, types.json. Reading it may raise OSError or ValueError."""
        if self._index is None:
            self._index = self.file("types.json")
        return self._index

    def resource(self, name: str) -> ResourceType | None:
        """Return the type of that name; None when this layer has no such type."""
        resource_type = self._types.get(name)
        if resource_type is None and name in self.index["types"]:
            facts = self.index["types"][name]
            if "type" not in facts:
                try:
                    facts = self.file(f"types/{name.replace('::', '__')}.json")
                except FileNotFoundError:
                    return None
            base = self.index.get("base_attributes")
            resource_type = ResourceType(name, facts, BASE_ATTRIBUTES if base is None else base)
            self._types[name] = resource_type
        return resource_type


BASE_ATTRIBUTES: dict[str, Facts] = {"show": {"type": "map", "cache": False}}
"""The facts of the attributes that every resource has (`base_attributes_schema` of heat/engine/resource.py)."""


def _read_none(name: str) -> bytes:
    raise FileNotFoundError(name)


def read_packaged(name: str) -> bytes:
    """Read a file below hotlint/data through the import system, which also works for a zipped hotlint."""
    loader: Any = __spec__.loader
    folder = __file__.replace("\\", "/").rpartition("/resource_types/")[0]
    return loader.get_data(f"{folder}/data/{name}")  # type: ignore[no-any-return]


PACKAGED = Layer("packaged", read_packaged)
"""The types that hotlint is shipped with. A constant whose parts are loaded when they are first used."""


class OpaqueType:
    """A type that exists, or may exist, but whose schema is not known, so nothing about it is checked.

    `reason` is a clause that says why.
    """

    __slots__ = ("name", "reason")

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self.reason = reason


class NoSuchType:
    """A type that does not exist in the target release.

    `releases` are the first and last release that had it, `instead` is the type that replaced it; None where there is
    none. `namespace_known` distinguishes a misspelled name (OS::Nova::Sever) from an undeclared namespace (Acme::Server).
    `cloud` is the name of the cloud that does not have a type of Heat, None for any other.
    """

    __slots__ = ("_candidates", "cloud", "instead", "name", "namespace_known", "releases")

    def __init__(
        self, name: str, candidates: tuple[str, ...], entry: Facts, instead: str | None, *, cloud: str | None = None
    ) -> None:
        releases = entry.get("releases")
        self.cloud = cloud
        self.name = name
        self.instead = entry.get("instead") or instead
        self.releases: tuple[str, str] | None = (releases[0], releases[1]) if releases else None
        self._candidates = candidates
        space = name.rpartition("::")[0]
        self.namespace_known = any(c.startswith(f"{space}::") for c in candidates)

    @property
    def suggestions(self) -> list[str]:
        """The names of similar types, the most similar first."""
        from hotlint.common.suggestions import closest_matches

        return closest_matches(self.name, self._candidates)


class Catalog:
    """All known resource types: those of `layers`, of which the first that has a type wins, then the packaged ones.

    `known_types` are glob patterns of types that exist but whose schema is not known. `target` is a release number of
    openstack-heat; None is the newest release that the packaged facts cover. `default_environment` says whether the
    operator of that Heat keeps the environment that it is packaged with; None: types that it adds exist, but what Heat
    makes itself is not relied on to find them. `cloud` is what is known of the cloud that is deployed to, None for nothing;
    `is_of_cloud`: only the types that it has exist. `role` is that of who deploys, "admin" or "member"; None: that of the snapshot.
    """

    __slots__ = (
        "_answers", "_is_known", "_names", "cloud", "default_environment", "is_of_cloud", "known_types", "layers", "role", "target",
    )  # fmt: skip

    def __init__(
        self,
        layers: Sequence[Layer] = (),
        known_types: Iterable[str] = (),
        target: str | None = None,
        default_environment: bool | None = None,
        cloud: CloudFacts | None = None,
        *,
        is_of_cloud: bool = False,
        role: str | None = None,
    ) -> None:
        self.cloud = cloud
        self.role = role or (cloud.role if cloud is not None else None)
        self.is_of_cloud = is_of_cloud and cloud is not None and cloud.resource_types is not None
        self.layers = (*layers, PACKAGED)
        self.known_types = tuple(known_types)
        self.target = target
        self.default_environment = default_environment
        self._answers: dict[str, ResourceType | NoSuchType | OpaqueType] = {}
        self._is_known: Callable[[str], bool] | None = None
        self._names: tuple[str, ...] | None = None

    def resource(self, name: str) -> ResourceType | NoSuchType | OpaqueType:
        """Return the type of that name, always the same object for the same name."""
        answer = self._answers.get(name)
        if answer is None:
            answer = self._look_up(name)
            answer = self._answers[name] = self._in_cloud(answer) if self.is_of_cloud else answer
        return answer

    def _in_cloud(self, found: ResourceType | NoSuchType | OpaqueType) -> ResourceType | NoSuchType | OpaqueType:
        """Return the type as the cloud has it, which lists its types without the hidden ones."""
        types: Container[str] = (self.cloud.resource_types if self.cloud is not None else None) or ()
        if found.name in types:
            return OpaqueType(found.name, "only the cloud knows it") if isinstance(found, NoSuchType) else found
        if isinstance(found, ResourceType) and found.support.status != "HIDDEN":
            return NoSuchType(
                found.name, self.names(), {}, None, cloud=self.cloud.name if self.cloud is not None else ""
            )
        return found

    def _look_up(self, name: str) -> ResourceType | NoSuchType | OpaqueType:
        for layer in self.layers:
            entry = layer.index["types"].get(name)
            if entry is not None and self.is_available(entry.get("releases")) and self._is_kept(entry):
                known = layer.resource(name)
                if known is not None:
                    return known if self.target is None else known.at(self.is_available, self.is_reached)
        if self._is_among_known_types(name):
            return OpaqueType(name, "it is among the known types of the configuration")
        if is_placeholder(name):
            return OpaqueType(name, "a template engine fills in its name")
        return NoSuchType(name, self.names(), PACKAGED.index["types"].get(name, {}), _new_name(name))

    def _is_among_known_types(self, name: str) -> bool:
        if self._is_known is None:
            self._is_known = matcher(self.known_types)
        return self._is_known(name)

    def _is_kept(self, entry: Facts) -> bool:
        """Return False for a type of Heat's packaged default environment where the operator does not keep that."""
        return self.default_environment is not False or entry.get("origin") != "environment"

    def new_name(self, name: str) -> str | None:
        """Return the type that Heat's packaged default environment maps an old name to; None for no old name.

        A type that has the name itself comes before, as in releases in which the name was not old yet.
        """
        if self.default_environment is False or not isinstance(self.resource(name), NoSuchType):
            return None
        new = _new_name(name)
        return new if new is not None and isinstance(self.resource(new), ResourceType) else None

    def is_operators(self, name: str) -> bool:
        """Return whether Heat has a type only where its operator adds it, which neither settings nor an import say."""
        found = self.resource(name)
        if not isinstance(found, ResourceType) or not found.from_environment or self.default_environment:
            return False
        return not self._is_among_known_types(name)

    @property
    def release(self) -> tuple[int, ...] | None:
        """The target release in comparable form; None stands for the newest."""
        return version_key(self.target) if self.target is not None else None

    def is_available(self, releases: Sequence[str] | None) -> bool:
        """Return whether the target release is within a range [first, last]; None is every release."""
        if not releases:
            return True
        target = version_key(self.target or PACKAGED.index["heat"])
        return version_key(releases[0]) <= target <= version_key(releases[1])

    def is_reached(self, since: str) -> bool:
        """Return whether the target release is `since`, of which only the major number counts, or a newer one."""
        return version_key(since)[:1] <= version_key(self.target or PACKAGED.index["heat"])[:1]

    def names(self) -> tuple[str, ...]:
        """Return the names of all types of the target release, sorted."""
        if self._names is None:
            entries = [item for layer in self.layers for item in layer.index["types"].items()]
            names = {name for name, entry in entries if self.is_available(entry.get("releases"))}
            types = self.cloud.resource_types if self.is_of_cloud and self.cloud is not None else None
            self._names = tuple(sorted(names if types is None else types))
        return self._names

    def matching(self, pattern: str = "*") -> list[str]:
        """Return the names of types that a glob pattern matches, sorted."""
        return list(filter(matcher((pattern,)), self.names()))


def _new_name(name: str) -> str | None:
    """Return the type that the default environment of Heat's packages maps a name to; None for a name that it has not."""
    for alias, target in PACKAGED.index["aliases"].items():
        if alias == name:
            return str(target)
        if alias.endswith("*") and name.startswith(alias[:-1]):
            return str(target[:-1] + name[len(alias) - 1 :])
    return None


def version_key(release: str) -> tuple[int, ...]:
    """Return a release number such as "27.0.1" in comparable form. Releases before 5.0.0 are named by year ("2014.1")."""
    parts = tuple(int(part) if part.isdigit() else 0 for part in release.split("."))
    return parts if parts[0] < 1000 else (0, *parts)
