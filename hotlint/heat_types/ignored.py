"""Properties that Heat, or a service, ignores: always, or beside the values of others."""

from __future__ import annotations

from hotlint.common.records import NamedTuple
from hotlint.language.values import Value
from hotlint.resource_types.property_values import PropertyValues


class Ignored(NamedTuple):
    """A property that has no effect where `other` is given, or has one of `values` (or, with `negated`, none of them).

    `why` is a clause. `within` are the names of the properties that it is inside of. Without `other`, it is ignored wherever it is
    given; `is_likely`: not by every service.
    """

    name: str
    why: str
    other: str = ""
    values: tuple[Value, ...] = ()
    negated: bool = False
    within: tuple[str, ...] = ()
    is_likely: bool = False
    is_key: bool = False
    """Whether `other` is a mapping, beside which the property is ignored where that has a key of the same name."""
    is_rest: bool = False
    """Whether the property is a list, of which all but the first item are ignored."""

    def holds(self, given: PropertyValues) -> bool:
        """Return whether the property is given, and certainly ignored."""
        if given.is_set(self.name) is False:
            return False
        if self.is_rest:
            value = given[self.name]
            return isinstance(value, list) and len(value) > 1
        if not self.other:
            return True
        if self.is_key:
            specs = given[self.other]
            return isinstance(specs, dict) and self.name in specs
        if not self.values:
            return given.is_set(self.other) is True
        return given.is_one_of(self.other, self.values) is (not self.negated)

    def describe(self) -> str:
        """Return a sentence without its period: when the property has no effect, and why."""
        listed = " or ".join("not given" if value is None else str(value) for value in self.values)
        listed = "given with the same name" if self.is_key else listed
        when = f" {'unless' if self.negated else 'if'} '{self.other}' is {listed or 'given'}" if self.other else ""
        when = " beyond its first item" if self.is_rest else when
        return f"{'probably ' if self.is_likely else ''}has no effect{when}: {self.why}"
