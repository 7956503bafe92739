"""What Heat has for the id of each resource of a template until the resource exists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hotlint.analysis.template import Resource


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
