"""The order in which Heat creates the resources of a stack: what the template states, and what Heat adds for some types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hotlint.language.origins import id_of
from hotlint.language.values import MARKS, Value
from hotlint.stacks.records import StackResource


class CreationOrder:
    """The dependencies between the resources of a stack.

    `stated` are those that the template states, by name. `added` yields the names of those that Heat adds for a resource.
    `early` returns what Heat has for the id of a resource until it exists. `unknown_is_same`: values that are not known count as the
    same, so that no dependency is missed.
    """

    def __init__(
        self,
        resources: Iterable[StackResource],
        stated: Mapping[str, frozenset[str]],
        added: Callable[[StackResource, CreationOrder], Iterable[str]],
        early: Callable[[str], Value],
        *,
        unknown_is_same: bool = True,
    ) -> None:
        self.stated = stated
        self.unknown_is_same = unknown_is_same
        self.single = {one.name: one for one in resources if not one.path}
        self._added = added
        self._early = early
        self._all: dict[str, frozenset[str]] = {}
        self._of: dict[str, list[StackResource]] = {}
        for one in self.single.values():
            self._of.setdefault(one.type, []).append(one)
        self._reached: dict[str, frozenset[str]] = {}

    def of(self, kind: str) -> list[StackResource]:
        """Return the resources of a type, without members of groups."""
        return self._of.get(kind, [])

    def is_after(self, name: str, other: str) -> bool:
        """Return whether Heat creates a resource only after another one."""
        return other in self._needs(name)

    def _needs(self, name: str) -> frozenset[str]:
        """Return all resources that must exist before one of them."""
        if name not in self._reached:
            found: set[str] = set()
            left = [name]
            while left:
                new = self._direct(left.pop()) - found
                found |= new
                left += new
            self._reached[name] = frozenset(found)
        return self._reached[name]

    def _direct(self, name: str) -> frozenset[str]:
        """Return the resources that a resource states, or that Heat adds for it."""
        if name not in self._all:
            owner = self.single.get(name)
            added = self._added(owner, self) if owner is not None else ()
            self._all[name] = self.stated.get(name, frozenset()).union(added)
        return self._all[name]

    def certain(self) -> CreationOrder:
        """Return the order in which values that are not known count as different, so that each dependency is certain."""
        return CreationOrder(self.single.values(), self.stated, self._added, self._early, unknown_is_same=False)

    def of_creation(self) -> CreationOrder:
        """Return the order in which Heat creates: it forgets then what it had for ids, and takes the names of the resources."""
        return CreationOrder(self.single.values(), self.stated, self._added, lambda place: f"id of {place}")

    def is_same(self, value: Value, other: Value) -> bool:
        """Return whether Heat takes two values for the same while it looks for dependencies: no resource exists then."""
        names = (id_of(one) for one in (value, other))
        early = [one if name is None else self._early(name) for one, name in zip((value, other), names, strict=True)]
        if any(isinstance(one, MARKS) for one in early):
            return self.unknown_is_same
        return bool(early[0] == early[1])
