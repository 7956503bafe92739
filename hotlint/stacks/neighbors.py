"""The resources of a deployment as neighbors: which of them a value means, and what a stack has for certain."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache
from heapq import merge

from hotlint.common.annotations import TYPE_CHECKING, Any, TypeVar
from hotlint.language.origins import REFERENCE, Result, ValueSource, id_of, origin_of, result
from hotlint.language.values import PartialText, Value
from hotlint.stacks.records import Stack, StackResource

if TYPE_CHECKING:
    from hotlint.cloud.facts import CloudFacts

Fact = TypeVar("Fact")
Key = str | ValueSource | Result
"""What a value is told from others by: see `key`."""
Keys = Callable[[StackResource], Iterable[Hashable]]
"""Returns the keys by which a resource is looked for. It must be a module's function, or the result of `by`."""


class Neighbors:
    """The resources that a deployment makes, as far as that is known: those of nested stacks and all members included.

    Where the members of a group are alike, two of them stand for all. `root` is the outermost stack. Of the `opaque`, it is not
    known in detail what they make. `cloud` is the snapshot of the cloud, None without one. `is_got` returns whether an output, or
    another resource than the second, gets the first one or an attribute of it.
    """

    def __init__(
        self,
        resources: Sequence[StackResource],
        opaque: Iterable[StackResource],
        root: Stack,
        cloud: CloudFacts | None,
        is_got: Callable[[str, str], bool],
    ) -> None:
        self.all = resources
        self.root = root
        self.cloud = cloud
        self.is_got = is_got
        self._opaque = opaque
        self._handed_on: frozenset[str] | None = None
        self._singles = {one.place: one for one in resources if not one.path}
        self._positions: dict[int, int] = {}
        self._facts: dict[tuple[object, int], Any] = {}
        self._indices: dict[tuple[Keys, tuple[str, ...]], dict[Hashable, list[StackResource]]] = {}

    def of(self, *types: str) -> Iterator[StackResource]:
        """Yield the resources of some types."""
        return (owner for owner in self.all if owner.type in types)

    def sharing(self, wanted: Hashable, keys: Keys, *types: str) -> list[StackResource]:
        """Return the resources of some types that have a key, in order of the template. An index answers: there may be thousands."""
        index = self._indices.get((keys, types))
        if index is None:
            index = self._indices[keys, types] = {}
            for owner in self.of(*types):
                for one in dict.fromkeys(keys(owner)):
                    index.setdefault(one, []).append(owner)
        return index.get(wanted, [])

    def once(self, found: Callable[[StackResource], Fact], owner: StackResource) -> Fact:
        """Return what a module's function finds in a resource, which all its neighbors may ask for."""
        asked = found, id(owner)
        if asked not in self._facts:
            self._facts[asked] = found(owner)
        fact: Fact = self._facts[asked]
        return fact

    def in_order(self, *found: Iterable[StackResource]) -> Iterator[StackResource]:
        """Yield the resources of several lists in order of the template, as each of the lists is. One in two lists comes twice."""
        if not self._positions:
            self._positions = {id(owner): position for position, owner in enumerate(self.all)}
        return merge(*found, key=lambda owner: self._positions[id(owner)])

    def maker(self, value: Value, *types: str) -> StackResource | None:
        """Return the resource of the template, of one of the types, that a value is the id of; None for any other value."""
        return self.made(id_of(value), *types)

    def made(self, name: str | None, *types: str) -> StackResource | None:
        """Return the resource of a name, if it is of one of the types, if any are given."""
        owner = self._singles.get(name) if name else None
        return owner if owner is not None and (not types or owner.type in types) else None

    def are_together(self, owner: StackResource, other: StackResource) -> bool:
        """Return whether `other` exists wherever `owner` does."""
        mine, its = meeting(owner, other)
        if mine and its and its[0].condition is not None and its[0].condition == mine[0].condition:
            its = its[1:]
        return all(one.is_certain and not one.is_any for one in its)

    def is_after(self, owner: StackResource, other: StackResource) -> bool:
        """Return whether Heat creates a resource only after another one, wherever the two are."""
        mine, its = meeting(owner, other)
        return bool(mine and its) and mine[0].stack.is_after(mine[0].name, its[0].name)

    def rivals(self, owner: StackResource, others: Iterable[StackResource]) -> Iterator[StackResource]:
        """Yield those of other resources that exist wherever `owner` does, and do not wait for it."""
        for other in others:
            if other is not owner and self.are_together(owner, other) and not self.is_after(other, owner):
                yield other

    def is_handed_on(self, owner: StackResource) -> bool:
        """Return whether something that is not known in detail, such as a nested stack, gets the id of a resource.

        What gets an attribute of a nested stack may get the id of anything in it.
        """
        if self._handed_on is None:
            found = (one for user in self._opaque for one in (*user.dependencies, *user.named()))
            self._handed_on = frozenset(one.target.place for one in found)
        return any(one.place in self._handed_on for one in owner.line)


def meeting(owner: StackResource, other: StackResource) -> tuple[list[StackResource], list[StackResource]]:
    """Return the resources that two are in and themselves, from the innermost stack on that has both in it."""
    mine, its = owner.line, other.line
    while mine and its and mine[0] is its[0]:
        mine, its = mine[1:], its[1:]
    return mine, its


@cache
def by(name: str) -> Keys:
    """Return the keys of a property: see `key`."""
    return lambda owner: (key(owner.values.get(name)),)


@cache
def only(found: Callable[[StackResource], Hashable]) -> Keys:
    """Return the only key that a module's function finds."""
    return lambda owner: (found(owner),)


def key(value: Value) -> Key | None:
    """Return what is the same only for values that are the same thing; None where that is not known."""
    if isinstance(value, PartialText):
        return result("text", value)
    return origin_of(value) or (value if isinstance(value, str) and value else None)


def key_of(owner: StackResource) -> Key:
    """Return the key of the id of a resource: see `key`."""
    return ValueSource(REFERENCE, owner.place)
