"""The properties that the `validate()` of a resource type in Heat reads.

Heat validates a nested stack without looking at values (`strict_validate=False`): what a value has that its schema forbids, it
leaves for the creation of the resource. But where `validate()` reads a property, its value is converted, and what cannot
be converted, or is required and missing, is refused at once.
"""

from __future__ import annotations

from hotlint.common.records import NamedTuple
from hotlint.resource_types.property_relations import ALWAYS, Span, holds_in
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem

_UNREADABLE = frozenset({"wrong-type", "missing-property"})
"""The problems that keep a property from being read. Reading looks at no constraint, and at no name that is not known."""


class Reads(NamedTuple):
    """Properties that `validate()` reads: only with the property `when`, and only without the property `unless`.

    `span` is the first and last release of openstack-heat that read them.
    """

    names: tuple[str, ...]
    when: str | None = None
    unless: str | None = None
    span: Span = ALWAYS

    def refuses(self, problem: PropertyProblem, values: PropertyValues, release: tuple[int, ...] | None) -> bool:
        """Return whether a problem of the schema keeps `validate()` from reading one of the properties.

        False where that depends on an unknown value. `values` are those of the whole resource; a `release` of None is the
        newest.
        """
        name = problem.path[0] if problem.path else problem.name
        if name not in self.names or problem.kind not in _UNREADABLE or not holds_in(self.span, release):
            return False
        with_it = self.when is None or values.is_true(self.when) is True
        return with_it and (self.unless is None or values.is_true(self.unless) is False)
