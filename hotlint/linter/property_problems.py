"""The problems of properties, of a resource or of the members of a group: by their schema, and by the type's own rules."""

from __future__ import annotations

from collections.abc import Sequence

from hotlint.analysis.template import Resource
from hotlint.common.suggestions import closest_matches
from hotlint.language.versions import RESOURCE_KEYS
from hotlint.resource_types.catalog import ResourceType, version_key
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation import check_properties
from hotlint.syntax.nodes import Scalar

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from hotlint.analysis.resolved_type import ResolvedType
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
    if "properties" not in resource.fields and has_misspelled(resource, "properties"):
        return ()  # the misspelled key is the problem
    problems = _in_nested(kind, checked, ctx) if unit.depth else checked.problems
    if kind.location is not None or any(p.severity == "error" and not p.later for p in problems):
        return problems
    return [*problems, *_own(kind.type, checked, resource, unit.references(), ctx)]


def has_misspelled(resource: Resource, name: str) -> bool:
    """Return whether a resource has a key that it cannot have and that is `name` misspelled, which is an error of its own."""
    unknown = resource.fields.keys() - RESOURCE_KEYS
    return any(isinstance(key, str) and closest_matches(key, [name]) for key in unknown)


def member_problems(resource: Resource, use: Use, ctx: Context) -> Sequence[PropertyProblem]:
    """Return the problems of the properties that the members of a group get; none where these are not known."""
    kind, values = use.kind, use.values()
    if values is None or not isinstance(kind.type, ResourceType):
        return ()
    checked = check_properties(kind.type, values)
    problems = _in_nested(kind, checked, ctx)
    if kind.location is not None or any(p.severity == "error" and not p.later for p in problems):
        return problems
    key = use.node if isinstance(use.node, Scalar) else resource.key
    member = Resource(use.member, key, use.node)
    member.type = use.type_name
    return [*problems, *_own(kind.type, checked, member, {}, ctx.of_members(resource, use))]


def _in_nested(kind: ResolvedType, checked: CheckedProperties, ctx: Context) -> list[PropertyProblem]:
    """Return problems as Heat sees them in a nested stack, which it validates without looking at values.

    Of the schema, only the names of properties are checked at once (`Properties.validate(with_value=False)`), and what the
    own rules of the type read.
    """
    has_own = ctx.type_rules is not None and checked.problems and kind.location is None
    rules = ctx.type_rules.of(kind.type.name) if has_own and ctx.type_rules is not None else None
    release, values = _release(ctx), PropertyValues(checked.values, {})
    unread = any(p.kind == "wrong-type" for p in checked.problems)  # then Heat does not compare names of one property

    def is_refused(problem: PropertyProblem) -> bool:
        if problem.kind in _OWN:
            return not unread
        if len(problem.path) == 1 and problem.kind in _STRICT:
            return True
        return rules is not None and problem.severity == "error" and rules.refused_in_nested(problem, values, release)

    return [
        p if p.later or is_refused(p) else p._replace(later=True, message=p.message + LATER) for p in checked.problems
    ]


def _release(ctx: Context) -> tuple[int, ...] | None:
    """Return the target release in comparable form; None stands for the newest."""
    target = ctx.unit.catalog.target
    return version_key(target) if target is not None else None


def _own(
    kind: Type, checked: CheckedProperties, resource: Resource, references: dict[str, str], ctx: Context
) -> Sequence[PropertyProblem]:
    """Return the problems by the own rules of a resource type."""
    rules = ctx.type_rules.of(kind.name) if ctx.type_rules is not None else None
    if rules is None:
        return ()
    return list(rules.problems(PropertyValues(checked.values, references), resource, _release(ctx), ctx))
