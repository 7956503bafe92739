"""The resources of a stack as neighbors: which of them a value means, and what a stack has for certain."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.language.origins import REFERENCE, Result, ValueSource, id_of, origin_of, result
from hotlint.language.values import PartialText, Value
from hotlint.stacks.creation_order import CreationOrder
from hotlint.stacks.records import StackResource

if TYPE_CHECKING:
    from hotlint.cloud.facts import CloudFacts


Key = str | ValueSource | Result
"""What a value is told from others by: see `key`."""
Keys = Callable[[StackResource], Iterable[Hashable]]
"""Returns the keys by which a resource is looked for. It must be a module's function, or the result of `by`."""


class Neighbors:
    """The resources that a stack makes, as far as that is known.

    `cloud` is the snapshot of the cloud, None without one. `is_opaque` returns whether it is not known in detail what the
    resource of a name makes, as of a nested stack. `is_got` returns whether an output, or another resource than the second,
    gets the first one or an attribute of it.
    """

    def __init__(
        self,
        resources: Sequence[StackResource],
        order: CreationOrder,
        cloud: CloudFacts | None,
        is_opaque: Callable[[str], bool],
        is_got: Callable[[str, str], bool],
    ) -> None:
        self.all = resources
        self.order = order
        self.cloud = cloud
        self.is_got = is_got
        self._is_opaque = is_opaque
        self._indices: dict[tuple[Keys, tuple[str, ...]], dict[Hashable, list[StackResource]]] = {}

    def of(self, *types: str) -> Iterator[StackResource]:
        """Yield the resources of some types; the first member stands for all members of a group."""
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

    def maker(self, value: Value, *types: str) -> StackResource | None:
        """Return the resource of the template, of one of the types, that a value is the id of; None for any other value."""
        return self.made(id_of(value), *types)

    def made(self, name: str | None, *types: str) -> StackResource | None:
        """Return the resource of a name, if it is of one of the types."""
        owner = self.order.single.get(name) if name else None
        return owner if owner is not None and owner.type in types else None

    def are_together(self, owner: StackResource, other: StackResource) -> bool:
        """Return whether `other` exists wherever `owner` does."""
        return other.is_certain or (owner.condition is not None and owner.condition == other.condition)

    def rivals(self, owner: StackResource, others: Iterable[StackResource]) -> Iterator[StackResource]:
        """Yield those of other resources that exist wherever `owner` does, and do not wait for it."""
        for other in others:
            if (
                other is not owner
                and self.are_together(owner, other)
                and not self.order.is_after(other.written_name, owner.written_name)
            ):
                yield other

    def is_handed_on(self, owner: StackResource) -> bool:
        """Return whether something that is not known in detail, such as a nested stack, gets the id of a resource."""
        return any(map(self._is_opaque, self.order.users(owner.written_name)))


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
    return ValueSource(REFERENCE, owner.written_name)
