"""The records that checking properties deals in: a problem, and a level of properties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from hotlint.language.values import Value
from hotlint.resource_types.schema import Constraint, Property

Path = tuple[str | int, ...]
Route = tuple[str, ...]
"""A path without the indices of lists: how translation rules name properties."""


class PropertyProblem(NamedTuple):
    """Something wrong with properties.

    `path` leads from the properties' mapping to the culprit, and `part` says whether the key or the value there is
    meant; for "missing-property" it leads to the mapping that lacks `name`, and `part` is "whole". `later`: Heat
    notices only when it is about to create the resource. A "warning" is certain only if a condition turns out one way,
    or is no fault for Heat.
    """

    path: Path
    part: Literal["key", "value", "whole"]
    kind: Literal[
        "unknown-property", "missing-property", "not-implemented", "wrong-type", "cut", "constraint", "conflict"
    ]
    message: str
    severity: Literal["error", "warning"] = "error"
    later: bool = False
    name: str | None = None
    constraint: Constraint | None = None


class Level:
    """One mapping of properties (or list of items, by index) with its schema and its place.

    `open`: whether the data may hold more than is known.
    """

    __slots__ = ("data", "open", "path", "route", "schema")

    def __init__(
        self, schema: Mapping[Any, Property], data: Mapping[Any, Value], path: Path, route: Route, open_: bool = False
    ) -> None:
        self.schema = schema
        self.data = data
        self.path = path
        self.route = route
        self.open = open_


class EveryItem(Mapping[int, Property]):
    """The schema of the items of a list, by index."""

    __slots__ = ("_length", "_schema")

    def __init__(self, schema: Property, length: int) -> None:
        self._schema = schema
        self._length = length

    def __getitem__(self, index: int) -> Property:
        return self._schema

    def __contains__(self, index: object) -> bool:
        return True

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._length))

    def __len__(self) -> int:
        return self._length
