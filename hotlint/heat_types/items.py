"""Mappings in the properties of a resource, as far as their values are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.common.annotations import Any
from hotlint.heat_types.refusals import Kind, Path, Refusal
from hotlint.language.values import MARKS, OMITTED, Partial, Value
from hotlint.stacks.records import StackResource


class Item:
    """A mapping in the properties of a resource, such as a rule of a security group, with its path.

    `is_open`: it may hold more than is known.
    """

    __slots__ = ("is_open", "owner", "path", "values")

    def __init__(self, owner: StackResource, path: Path, values: Mapping[str, Any], *, is_open: bool = False) -> None:
        self.owner = owner
        self.path = path
        self.values = values
        self.is_open = is_open

    def refuse(self, name: str, message: str, kind: Kind = "value", other: StackResource | None = None) -> Refusal:
        """Return a refusal of one value of the mapping, or of the mapping itself for the name ""."""
        return Refusal(self.owner, (*self.path, name) if name else self.path, message, kind, other)

    def __getitem__(self, name: str) -> Value:
        """Return a value; None where it is not given. It may be unknown."""
        value = self.values.get(name)
        return None if value is OMITTED else value

    def is_known(self, *names: str) -> bool:
        """Return whether the values are known, or known not to be given."""
        return not any(isinstance(self[n], MARKS) or (self.is_open and self[n] is None) for n in names)

    def text(self, name: str) -> str | None:
        """Return a value that is a known text; None for any other."""
        value = self[name]
        return value if isinstance(value, str) else None

    def number(self, name: str) -> int | None:
        """Return a value that is a known whole number; None for any other."""
        value = self[name]
        return value if isinstance(value, int) and not isinstance(value, bool) else None


def properties(owner: StackResource) -> Item:
    """Return the properties of a resource as one item."""
    return Item(owner, (), owner.values)


def items(item: Item, name: str) -> Iterator[Item]:
    """Yield the known mappings in a list of mappings."""
    listed = known_list(item[name])
    for index, one in enumerate(listed):
        inner = one.known if isinstance(one, Partial) else one
        if isinstance(inner, dict):
            yield Item(item.owner, (*item.path, name, index), inner, is_open=isinstance(one, Partial))


def mapping(item: Item, name: str) -> Item | None:
    """Return a property that is a mapping; None for any other."""
    value = item[name]
    inner = value.known if isinstance(value, Partial) else value
    return (
        Item(item.owner, (*item.path, name), inner, is_open=isinstance(value, Partial))
        if isinstance(inner, dict)
        else None
    )


def texts(item: Item, name: str) -> Iterator[tuple[int, str]]:
    """Yield the known texts of a list, with their index."""
    for index, one in enumerate(known_list(item[name])):
        if isinstance(one, str):
            yield index, one


def known_list(value: Value) -> list[Any]:
    """Return a list as far as it is known; an empty one for any other value."""
    known = value.known if isinstance(value, Partial) else value
    return known if isinstance(known, list) else []


def is_complete(value: Value) -> bool:
    """Return whether a list or mapping has no other items than those that are known, and no unknown one; none counts."""
    if isinstance(value, MARKS):
        return False
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not any(isinstance(one, MARKS) for one in inner)
