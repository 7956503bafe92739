"""The values of one mapping of properties, asked in three-valued logic: true, false, or None for unknown.

Rules that relate properties to each other must stay silent about what only the cloud knows. So every question here
answers None where the answer depends on an unknown value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.language.values import MARKS, OMITTED, Either, Partial, PartialText, Unknown, Value

Path = tuple[str | int, ...]
Answer = bool | None


class PropertyValues:
    """The converted values of a mapping of properties, defaults filled in, as Heat hands them to a resource type.

    `path` leads from the `properties` section to this mapping. `is_open` says that the mapping may hold more than is known.
    """

    __slots__ = ("_values", "is_open", "path")

    def __init__(self, values: Mapping[str, Value], path: Path = (), *, is_open: bool = False) -> None:
        self._values = values
        self.path = path
        self.is_open = is_open

    def __getitem__(self, name: str) -> Value:
        """Return a property's value; None for one that is not given and has no default."""
        value = self._values.get(name)
        return None if value is OMITTED else value

    def names(self) -> Iterator[str]:
        """Yield the names of all properties that are given or have a default."""
        return (name for name, value in self._values.items() if value is not OMITTED)

    def is_set(self, name: str) -> Answer:
        """Return whether a property is not null."""
        value = self[name]
        if value is None and self.is_open:
            return None
        return self._is_set(value)

    def is_true(self, name: str) -> Answer:
        """Return whether a property is neither null, false, zero nor empty."""
        value = self[name]
        if value is None and self.is_open:
            return None
        return self._is_true(value)

    def is_one_of(self, name: str, wanted: tuple[Value, ...]) -> Answer:
        """Return whether a property's value is one of those given."""
        value = self[name]
        if value is None and self.is_open:
            return None
        return self._is_one_of(value, wanted)

    def items(self, name: str) -> Iterator[PropertyValues]:
        """Yield the mappings in a list of mappings, or the one mapping of a property; none of what is unknown."""
        value = self[name]
        known = value.known if isinstance(value, Partial) else value
        if isinstance(known, Mapping):
            yield PropertyValues(known, (*self.path, name), is_open=isinstance(value, Partial))
        elif isinstance(known, list):
            for index, item in enumerate(known):
                inner = item.known if isinstance(item, Partial) else item
                if isinstance(inner, Mapping):
                    path = (*self.path, name, index)
                    yield PropertyValues(inner, path, is_open=isinstance(item, Partial))

    def _is_set(self, value: Value) -> Answer:
        if value.__class__ not in MARKS:
            return value is not None and value is not OMITTED
        if isinstance(value, Unknown):
            return None
        if isinstance(value, Either):
            return _agreed(self._is_set(value.if_true), self._is_set(value.if_false))
        return True

    def _is_true(self, value: Value) -> Answer:
        if value.__class__ not in MARKS:
            return value is not OMITTED and bool(value)
        if isinstance(value, Unknown):
            return None
        if isinstance(value, Either):
            return _agreed(self._is_true(value.if_true), self._is_true(value.if_false))
        if isinstance(value, PartialText):
            return True if any(isinstance(part, str) for part in value.parts) else None
        known = value.known.values() if isinstance(value.known, Mapping) else value.known
        return True if any(not isinstance(item, Unknown) for item in known) else None

    def _is_one_of(self, value: Value, wanted: tuple[Value, ...]) -> Answer:
        if isinstance(value, Either):
            return _agreed(self._is_one_of(value.if_true, wanted), self._is_one_of(value.if_false, wanted))
        if isinstance(value, Unknown | PartialText | Partial):
            return None
        return value in wanted


def _agreed(first: Answer, second: Answer) -> Answer:
    return first if first is second else None
