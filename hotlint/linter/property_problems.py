"""The problems of properties, of a resource or of the members of a group: by their schema, and by the type's own rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hotlint.analysis.template import Resource
from hotlint.resource_types.catalog import ResourceType, version_key
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation import check_properties
from hotlint.syntax.nodes import Scalar

if TYPE_CHECKING:
    from hotlint.analysis.uses import Use
    from hotlint.linter.rule_context import Context
    from hotlint.resource_types.schema import ResourceType as Type
    from hotlint.resource_types.validation import CheckedProperties, PropertyProblem

LATER = "; Heat reports this only when it creates the resource"
"""Ends the message of what Heat does not look at in a nested stack before it creates it."""
_STRICT = frozenset({"unknown-property", "not-implemented"})
_OWN = frozenset({"conflict", "missing-related-property", "invalid-combination", "unknown-type"})


def resource_problems(resource: Resource, ctx: Context) -> Sequence[PropertyProblem]:
    """Return the problems of a resource's properties, those of its type's own rules only where the schema accepts them.

    What Heat notices later does not keep it from the type's own checks.
    """
    unit = ctx.unit
    checked = unit.properties(resource)
    kind = unit.resolved_type(resource) if resource.type else None
    if checked is None or kind is None or not isinstance(kind.type, ResourceType):
        return checked.problems if checked is not None else ()
    problems = in_nested(checked) if unit.depth else checked.problems
    if kind.location is not None or any(p.severity == "error" and not p.later for p in problems):
        return problems
    return [*problems, *_own(kind.type, checked, resource, unit.references(), ctx)]


def member_problems(resource: Resource, use: Use, ctx: Context) -> Sequence[PropertyProblem]:
    """Return the problems of the properties that the members of a group get; none where these are not known."""
    kind, values = use.kind, use.values()
    if values is None or not isinstance(kind.type, ResourceType):
        return ()
    checked = check_properties(kind.type, values)
    problems = in_nested(checked)
    if kind.location is not None or any(p.severity == "error" and not p.later for p in problems):
        return problems
    key = use.node if isinstance(use.node, Scalar) else resource.key
    member = Resource(use.member, key, use.node)
    member.type = use.type_name
    return [*problems, *_own(kind.type, checked, member, {}, ctx.of_members(resource, use))]


def in_nested(checked: CheckedProperties) -> list[PropertyProblem]:
    """Return problems as Heat sees them in a nested stack, which it validates without looking at values.

    Of the schema, only the names of properties are checked at once (`Properties.validate(with_value=False)`).
    """
    return [
        p if p.later or (len(p.path) == 1 and p.kind in _STRICT) or p.kind in _OWN
        else p._replace(later=True, message=p.message + LATER)
        for p in checked.problems
    ]  # fmt: skip


def _own(
    kind: Type, checked: CheckedProperties, resource: Resource, references: dict[str, str], ctx: Context
) -> Sequence[PropertyProblem]:
    """Return the problems by the own rules of a resource type."""
    rules = ctx.type_rules.of(kind.name) if ctx.type_rules is not None else None
    if rules is None:
        return ()
    target = ctx.unit.catalog.target
    release = version_key(target) if target is not None else None
    return list(rules.problems(PropertyValues(checked.values, references), resource, release, ctx))
