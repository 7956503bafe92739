"""The order in which Heat creates the resources of a stack: what the template states, and what Heat adds for some types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hotlint.language.origins import REFERENCE, id_of
from hotlint.language.values import Unknown, Value
from hotlint.stacks.records import StackResource


class CreationOrder:
    """The dependencies between the resources of a stack.

    `stated` are those that the template states, by name. `added` yields the names of those that Heat adds for a resource.
    """

    def __init__(
        self,
        resources: Iterable[StackResource],
        stated: Mapping[str, frozenset[str]],
        added: Callable[[StackResource, CreationOrder], Iterable[str]],
    ) -> None:
        self.stated = stated
        self.single = {one.name: one for one in resources if not one.path}
        self._added = added
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


def is_same_early(value: Value, other: Value) -> bool:
    """Return whether Heat takes two values for the same while it looks for dependencies; True where that is not known.

    The id of a resource that does not exist yet is its name then.
    """
    mine, its = _early(value), _early(other)
    return mine == its or isinstance(mine, Unknown) or isinstance(its, Unknown)


def _early(value: Value) -> Value:
    name = id_of(value)
    return (REFERENCE, name) if name is not None else value
