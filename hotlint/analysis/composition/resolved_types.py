"""The types of a template's resources, each resolved once, and what Heat has for their ids until they exist."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hotlint.analysis.environments.file import Environment
from hotlint.analysis.environments.registry import ResolvedType
from hotlint.analysis.files.project import Project
from hotlint.analysis.template import Resource
from hotlint.language.origins import REFERENCE, ValueSource
from hotlint.language.values import Unknown, Value
from hotlint.resource_types.catalog import ResourceType


class ResolvedTypes:
    """The types that the type names of one template mean, each resolved once."""

    __slots__ = ("_environment", "_of_resources", "_path", "_project", "_resolved")

    def __init__(self, project: Project, environment: Environment, path: str) -> None:
        self._project = project
        self._environment = environment
        self._path = path
        self._resolved: dict[tuple[str, str], ResolvedType] = {}
        self._of_resources: dict[str, ResolvedType] = {}

    def resolve(self, type_name: str, resource: str) -> ResolvedType:
        """Return the type that a type name means for a resource with this name."""
        key = (type_name, resource)
        if key not in self._resolved:
            self._resolved[key] = self._project.resolve_type(type_name, resource, self._environment, self._path)
        return self._resolved[key]

    def of(self, resource: Resource) -> ResolvedType:
        """Return the type of a resource."""
        found = self._of_resources.get(resource.name)
        if found is None:
            found = self._of_resources[resource.name] = self.resolve(resource.type or "", resource.name)
        return found

    def reference(self, resource: Resource) -> str:
        """Return the `ResourceType.reference` of a resource; "unknown" where its type is not known."""
        found = self.of(resource).type
        return found.reference if isinstance(found, ResourceType) else "unknown"


def id_before_creation(references: ResourceReferences, resource: Resource) -> Value:
    """Return the id that Heat has for a resource until it exists: null, the resource's name, or Unknown."""
    kind = references[resource.name]
    if kind == "unknown":
        return Unknown(f"the id of '{resource.name}' depends on its type", None, ValueSource(REFERENCE, resource.name))
    return resource.name if kind == "text" else None


class ResourceReferences(Mapping[str, str]):
    """The `ResourceType.reference` of each resource, found when first asked for: a check of one resource needs few."""

    __slots__ = ("_find", "_found", "_resources")

    def __init__(self, resources: Mapping[str, Resource], find: Callable[[Resource], str]) -> None:
        self._resources = resources
        self._find = find
        self._found: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        if name not in self._found:
            self._found[name] = self._find(self._resources[name])
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._resources

    def __iter__(self) -> Iterator[str]:
        return iter(self._resources)

    def __len__(self) -> int:
        return len(self._resources)
