"""Records of the validation of properties: a problem, a level of properties, and the interface of rewriting."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping

from hotlint.common.annotations import Any, Literal, Protocol
from hotlint.common.records import NamedTuple
from hotlint.language.values import Value
from hotlint.resource_types.schema import Constraint, Property

Path = tuple[str | int, ...]
"""Keys and list indices that lead from the properties' mapping to a value."""
Route = tuple[str, ...]
"""A path without the indices of lists, as translation rules name properties."""


LATER = "; Heat reports this only when it creates the resource"
"""Ends the message of a problem that Heat finds only when it creates the resource."""

EARLY = " (before the stack is created, when attributes and many IDs are null)"
"""Ends the message of a problem that a value has only before the resources exist that it refers to."""


class PropertyProblem(NamedTuple):
    """A problem in the properties of a resource.

    `path` leads to the entry, and `part` is the part of it that is wrong; for "missing-property" the path leads to the
    mapping that lacks `name`, and `part` is "whole". `later` is True when Heat notices the problem only when it creates
    the resource; `deferred` as well if that is only because the resource is in a nested stack, so that its creation fails for
    certain. `compared` is the property beside it with which the value does not go. A "warning" depends on the outcome of a
    condition, or is accepted by Heat.
    """

    path: Path
    part: Literal["key", "value", "whole"]
    kind: Literal[
        "unknown-property",
        "missing-property",
        "not-implemented",
        "wrong-type",
        "cut",
        "constraint",
        "conflict",
        "missing-related-property",
        "invalid-combination",
        "unknown-type",
    ]
    message: str
    severity: Literal["error", "warning"] = "error"
    later: bool = False
    name: str | None = None
    constraint: Constraint | None = None
    deferred: bool = False
    compared: str | None = None


class Level:
    """One mapping of properties, or one list of items by index, with its schema and its path.

    When `open` is True, the data may hold more than is known.
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
    """The schema of the items of a list, by index; every item has the same."""

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


class PropertyRewriter(Protocol):
    """The interface of the rules by which Heat rewrites properties before it checks them (heat/engine/translation.py)."""

    @property
    def names(self) -> Mapping[Route, Collection[str]]:
        """The names of the properties that rules are for, by the route of the level that holds them."""

    @property
    def rules(self) -> Mapping[Route, object]:
        """The rules by the route of the property that they are for."""

    @property
    def skipped(self) -> Container[Route]:
        """The routes of properties that are not checked, because another one replaces them."""

    def apply(self, level: Level, route: Route, value: Value, path: Path) -> tuple[Value, Path]:
        """Return the rewritten value of a property (`value` is OMITTED for one that is not set), and its path."""
