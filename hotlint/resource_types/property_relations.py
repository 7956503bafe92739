"""Relations between the properties of a resource type, as facts: what its own `validate()` in Heat asks for.

A resource type's schema says what each property takes; which properties need or exclude each other, Heat checks in the
resource type's class (heat/engine/resources/**, `validate`). Each relation here states one such demand as data, so that it
can be checked, explained and used for completion. `span` holds the first and last release of openstack-heat that make the
demand (None: open). `within` names the property whose mapping, or list of mappings, holds the related properties.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hotlint.common.annotations import Literal, Protocol
from hotlint.common.records import NamedTuple
from hotlint.resource_types.property_values import Answer, PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem

Meaning = Literal["set", "true"]
"""When a property counts as given: when it is not null, or when it is neither null, false, zero nor empty."""
Span = tuple[str | None, str | None]
ALWAYS: Span = (None, None)
Written = Mapping[str, str]
NOTHING: Written = {}


class Relation(Protocol):
    """What every relation offers. `names` are the properties that it relates."""

    @property
    def within(self) -> tuple[str, ...]: ...
    @property
    def span(self) -> Span: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    def describe(self) -> str:
        """Return the demand as a clause that completes "... requires that": plain text, names in single quotes."""

    def check(self, values: PropertyValues, owner: str) -> Iterator[PropertyProblem]:
        """Yield what is wrong with the values of one mapping; nothing where that depends on an unknown value."""

    def excluded(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        """Return the names that may not be added to those given, of which `written` has the values, as far as they are text."""

    def missing(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        """Return the names of which one is still needed in addition to those given; `written` as in `excluded`."""


def quoted(names: Iterable[str], word: str = "or") -> str:
    """Return names in quotes, as in "'a', 'b' or 'c'"."""
    listed = [f"'{name}'" for name in names]
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} {word} {listed[-1]}"


def given(values: PropertyValues, name: str, meaning: Meaning) -> Answer:
    """Return whether a property counts as given, in one of the two meanings that Heat has for that."""
    return values.is_true(name) if meaning == "true" else values.is_set(name)


def conflict(values: PropertyValues, name: str, message: str) -> PropertyProblem:
    """Return a problem at the key of a property that may not stand with the others."""
    return PropertyProblem((*values.path, name), "key", "conflict", message, name=name)


def missing(values: PropertyValues, name: str, message: str) -> PropertyProblem:
    """Return a problem at the mapping that lacks a property."""
    return PropertyProblem(values.path, "whole", "missing-related-property", message, name=name)


def invalid(values: PropertyValues, name: str, message: str) -> PropertyProblem:
    """Return a problem at the value of a property that does not go with the others."""
    return PropertyProblem((*values.path, name), "value", "invalid-combination", message, name=name)


class AtLeastOne(NamedTuple):
    """At least one of the properties is required."""

    names: tuple[str, ...]
    within: tuple[str, ...] = ()
    meaning: Meaning = "set"
    span: Span = ALWAYS

    def describe(self) -> str:
        return f"{self._choice()} is given"

    def _choice(self) -> str:
        return f"at least one of {quoted(self.names)}" if len(self.names) > 1 else quoted(self.names)

    def check(self, values: PropertyValues, owner: str) -> Iterator[PropertyProblem]:
        if all(given(values, name, self.meaning) is False for name in self.names):
            empty = next((name for name in self.names if values[name] is not None), self.names[0])
            yield missing(values, empty, f"{owner} requires {self._choice()}")

    def excluded(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        return frozenset()

    def missing(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        return frozenset() if given.intersection(self.names) else frozenset(self.names)


class AtMostOne(NamedTuple):
    """At most one of the properties may be given."""

    names: tuple[str, ...]
    within: tuple[str, ...] = ()
    meaning: Meaning = "set"
    span: Span = ALWAYS

    def describe(self) -> str:
        return f"at most one of {quoted(self.names)} is given"

    def check(self, values: PropertyValues, owner: str) -> Iterator[PropertyProblem]:
        both = [name for name in self.names if given(values, name, self.meaning)]
        if len(both) > 1:
            yield conflict(
                values, both[1], f"{owner} takes only one of {quoted(self.names)}, not {quoted(both, 'and')}"
            )

    def excluded(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        return frozenset(self.names) - given if given.intersection(self.names) else frozenset()

    def missing(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        return frozenset()


class ExactlyOne(NamedTuple):
    """One and only one of the properties is required."""

    names: tuple[str, ...]
    within: tuple[str, ...] = ()
    meaning: Meaning = "set"
    span: Span = ALWAYS

    def describe(self) -> str:
        return f"exactly one of {quoted(self.names)} is given"

    def check(self, values: PropertyValues, owner: str) -> Iterator[PropertyProblem]:
        yield from AtLeastOne(self.names, meaning=self.meaning).check(values, owner)
        yield from AtMostOne(self.names, meaning=self.meaning).check(values, owner)

    def excluded(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        return AtMostOne(self.names).excluded(given)

    def missing(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        return AtLeastOne(self.names).missing(given)


class AnyOther(NamedTuple):
    """At least one property other than `name` is required, as by the quotas of a project."""

    name: str
    within: tuple[str, ...] = ()
    span: Span = ALWAYS

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def describe(self) -> str:
        return f"at least one property other than '{self.name}' is given"

    def check(self, values: PropertyValues, owner: str) -> Iterator[PropertyProblem]:
        if all(values.is_set(name) is False for name in values.names() if name != self.name):
            yield missing(values, self.name, f"{owner} requires at least one property other than '{self.name}'")

    def excluded(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        return frozenset()

    def missing(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        return frozenset()


class NotSupported(NamedTuple):
    """A property that the schema still has and that Heat refuses."""

    name: str
    within: tuple[str, ...] = ()
    meaning: Meaning = "set"
    span: Span = ALWAYS

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def describe(self) -> str:
        return f"'{self.name}' is not given"

    def check(self, values: PropertyValues, owner: str) -> Iterator[PropertyProblem]:
        if given(values, self.name, self.meaning):
            yield conflict(values, self.name, f"{owner} no longer takes '{self.name}'")

    def excluded(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        return frozenset({self.name}) - given

    def missing(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        return frozenset()


class Requires(NamedTuple):
    """A property that is given (or has one of `values`) requires other properties."""

    name: str
    needs: tuple[str, ...]
    values: tuple[object, ...] = ()
    within: tuple[str, ...] = ()
    meaning: Meaning = "set"
    span: Span = ALWAYS

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.needs)

    def describe(self) -> str:
        return f"{quoted(self.needs, 'and')} {'is' if len(self.needs) == 1 else 'are'} given {self._when()}"

    def _when(self) -> str:
        return f"when '{self.name}' is {_listed(self.values)}" if self.values else f"with '{self.name}'"

    def applies(self, values: PropertyValues) -> Answer:
        """Return whether the demand applies to the values."""
        return values.is_one_of(self.name, self.values) if self.values else given(values, self.name, self.meaning)

    def check(self, values: PropertyValues, owner: str) -> Iterator[PropertyProblem]:
        if self.applies(values):
            lacking = [name for name in self.needs if given(values, name, self.meaning) is False]
            if lacking:
                yield missing(values, lacking[0], f"{owner} requires {quoted(lacking, 'and')} {self._when()}")

    def excluded(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        return frozenset()

    def missing(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        applies = _is_among(self.name, self.values, written) if self.values else self.name in given
        return frozenset(self.needs) - given if applies else frozenset()


class OnlyWhen(NamedTuple):
    """Properties that may be given only when another one has one of `values` (or, with `negated`, none of them)."""

    restricted: tuple[str, ...]
    name: str
    values: tuple[object, ...]
    within: tuple[str, ...] = ()
    meaning: Meaning = "set"
    span: Span = ALWAYS
    negated: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.restricted, self.name)

    def describe(self) -> str:
        return f"{quoted(self.restricted, 'and')} {'is' if len(self.restricted) == 1 else 'are'} given {self._when()}"

    def _when(self) -> str:
        return f"only when '{self.name}' is {'not ' if self.negated else ''}{_listed(self.values)}"

    def check(self, values: PropertyValues, owner: str) -> Iterator[PropertyProblem]:
        if values.is_one_of(self.name, self.values) is not self.negated:
            return
        for name in self.restricted:
            if given(values, name, self.meaning):
                yield conflict(values, name, f"{owner} takes '{name}' {self._when()}")
                return

    def excluded(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        if self.name not in written or _is_among(self.name, self.values, written) is not self.negated:
            return frozenset()
        return frozenset(self.restricted) - given

    def missing(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        return frozenset()


class Ordered(NamedTuple):
    """A property that may not be greater than another one."""

    low: str
    high: str
    within: tuple[str, ...] = ()
    meaning: Meaning = "set"
    span: Span = ALWAYS
    endless: int | None = None
    """A value of `high` that means "no limit"."""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.low, self.high)

    def describe(self) -> str:
        return f"'{self.low}' is not greater than '{self.high}'"

    def check(self, values: PropertyValues, owner: str) -> Iterator[PropertyProblem]:
        low, high = values[self.low], values[self.high]
        if not (_is_number(low) and _is_number(high)) or high == self.endless:
            return
        if self.meaning == "true" and not (low and high):
            return
        if low > high:
            message = f"'{self.low}' of {owner} ({low}) is greater than '{self.high}' ({high})"
            yield invalid(values, self.low, message)._replace(compared=self.high)

    def excluded(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        return frozenset()

    def missing(self, given: frozenset[str], written: Written = NOTHING) -> frozenset[str]:
        return frozenset()


def _is_among(name: str, values: tuple[object, ...], written: Written) -> bool:
    """Return whether the text of a property's value is that of one of the values."""
    texts = [str(value).lower() if isinstance(value, bool) else str(value) for value in values]
    return name in written and written[name] in texts


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _listed(values: tuple[object, ...]) -> str:
    words = [f"'{v}'" if isinstance(v, str) else "not given" if v is None else str(v).lower() for v in values]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def holds_in(span: Span, release: tuple[int, ...] | None) -> bool:
    """Return whether a span of releases includes one; None stands for the newest release."""
    first, last = span
    if release is None:
        return last is None
    return (first is None or _number(first) <= release) and (last is None or release <= _number(last))


def _number(release: str) -> tuple[int, ...]:
    return tuple(map(int, release.split(".")))


class Reads(NamedTuple):
    """Properties that `validate()` reads: only with the property `when`, and only without the property `unless`.

    Heat validates a nested stack without looking at values (`strict_validate=False`): what a value has that its schema
    forbids, it leaves for the creation of the resource. But where `validate()` reads a property, its value is converted,
    and what cannot be converted, or is required and missing, is refused at once. `span` is the first and last release of
    openstack-heat that read them.
    """

    names: tuple[str, ...]
    when: str | None = None
    unless: str | None = None
    span: Span = ALWAYS

    def holds(self, name: str, values: PropertyValues, release: tuple[int, ...] | None) -> bool:
        """Return whether `validate()` certainly reads a property.

        False where that depends on an unknown value. `values` are those of the whole resource; a `release` of None is the
        newest.
        """
        if name not in self.names or not holds_in(self.span, release):
            return False
        with_it = self.when is None or values.is_true(self.when) is True
        return with_it and (self.unless is None or values.is_true(self.unless) is False)
