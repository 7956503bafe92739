"""What Heat has for the ids of resources until they exist."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hotlint.analysis.environments.registry import ResolvedType
from hotlint.analysis.template import Resource
from hotlint.language.origins import REFERENCE, ValueSource
from hotlint.language.values import Unknown, Value
from hotlint.resource_types.catalog import ResourceType


def id_before_creation(references: ResourceReferences, resource: Resource) -> Value:
    """Return the id that Heat has for a resource until it exists: null, the resource's name, or Unknown."""
    kind = references[resource.name]
    if kind == "unknown":
        return Unknown(f"the id of '{resource.name}' depends on its type", None, ValueSource(REFERENCE, resource.name))
    return resource.name if kind == "text" else None


class ResourceReferences(Mapping[str, str]):
    """The `ResourceType.reference` of each resource, "unknown" where its type is not known.

    It is found when first asked for: a check of one resource needs few. `resolve` returns the type of a resource.
    """

    __slots__ = ("_found", "_resolve", "_resources")

    def __init__(self, resources: Mapping[str, Resource], resolve: Callable[[Resource], ResolvedType]) -> None:
        self._resources = resources
        self._resolve = resolve
        self._found: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        if name not in self._found:
            kind = self._resolve(self._resources[name]).type
            self._found[name] = kind.reference if isinstance(kind, ResourceType) else "unknown"
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._resources

    def __iter__(self) -> Iterator[str]:
        return iter(self._resources)

    def __len__(self) -> int:
        return len(self._resources)
