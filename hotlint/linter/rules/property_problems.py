"""Problems with the properties of a resource, or of the members of a group: by the schema and by the type's own rules."""

from __future__ import annotations

from collections.abc import Sequence

from hotlint.analysis.composition.template_context import Above, TemplateContext
from hotlint.analysis.template import Resource
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.language.values import Unknown
from hotlint.linter.rules.written_resource import WrittenResource, has_misspelled
from hotlint.resource_types.catalog import ResourceType
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation import CheckedProperties, check_properties
from hotlint.resource_types.validation.model import EARLY, LATER, PropertyProblem
from hotlint.syntax.nodes import Scalar

if TYPE_CHECKING:
    from hotlint.analysis.composition.uses import Use
    from hotlint.analysis.environments.registry import ResolvedType
    from hotlint.linter.rules.context import RuleContext
    from hotlint.linter.rules.type_rules import TypeRulesTable
    from hotlint.resource_types.schema import ResourceType as Type

_STRICT = frozenset({"unknown-property", "not-implemented"})
_OWN = frozenset({"conflict", "missing-related-property", "invalid-combination", "unknown-type"})

_REFUSED = Unknown("the schema of its type refuses it")


def resource_problems(resource: Resource, ctx: RuleContext) -> Sequence[PropertyProblem]:
    """Return the problems with a resource's properties: by the schema of its type, and by the type's own rules.

    Values that the schema refuses are unknown to the type's own rules. Where a name is misspelled or missing, these do not run: what
    they would report may be the same mistake. Heat finds some schema problems after the type's own checks.
    """
    context = ctx.template_context
    checked = context.properties(resource)
    kind = context.resolved_type(resource) if resource.type else None
    if checked is None or kind is None or not isinstance(kind.type, ResourceType):
        return checked.problems if checked is not None else ()
    if "properties" not in resource.fields and has_misspelled(resource, "properties"):
        return ()  # the misspelled key is the problem
    problems = _as_refused(kind, checked, resource, ctx)
    if _has_errors(problems):
        if any(p.kind not in ("wrong-type", "constraint") or p.later for p in problems):
            return problems
        checked = checked._replace(values={**checked.values, **{str(p.path[0]): _REFUSED for p in problems}})
    elif context.refers(resource):
        context = context.before_creation()
        early = context.properties(resource)
        if early is None:
            return problems
        checked = early
        refused = _refused_before_creation(_as_refused(kind, early, resource, ctx), problems)
        if refused:
            return [*problems, *refused]
    if kind.location is not None:
        return problems
    return _with_own(problems, _own(kind.type, PropertyValues(checked.values), resource, context, ctx.type_rules))


def _with_own(problems: Sequence[PropertyProblem], own: Sequence[PropertyProblem]) -> list[PropertyProblem]:
    """Return problems with those of the type's own rules, without what Heat would notice later of a property that these refuse."""
    refused_at = {p.path[:1] for p in own if p.severity == "error"} - {()}
    return [*(p for p in problems if not (p.deferred and p.path[:1] in refused_at)), *own]


def _refused_before_creation(
    problems: Sequence[PropertyProblem], known: Sequence[PropertyProblem]
) -> list[PropertyProblem]:
    """Return what Heat refuses in the values that it has before it creates anything, but for what is known already."""
    return [p._replace(message=p.message + EARLY) for p in problems if p not in known and _has_errors([p])]


def _has_errors(problems: Sequence[PropertyProblem]) -> bool:
    """Return whether Heat refuses one of the problems before it creates anything."""
    return any(p.severity == "error" and not p.later for p in problems)


def schema_problems(resource: Resource, ctx: RuleContext) -> Sequence[PropertyProblem]:
    """Return the problems of a resource's properties by the schema of its type, in a nested stack as Heat sees them there."""
    context = ctx.template_context
    checked = context.properties(resource)
    return _as_refused(context.resolved_type(resource), checked, resource, ctx) if checked is not None else ()


def _as_refused(
    kind: ResolvedType, checked: CheckedProperties, resource: Resource, ctx: RuleContext
) -> Sequence[PropertyProblem]:
    """Return problems with those marked that Heat notices later, as it does in a nested stack."""
    if not checked.problems or not ctx.is_checked_late(resource):
        return checked.problems
    return _in_nested(kind, checked, ctx, strict=not ctx.leaves_out_schema(resource))


def member_problems(resource: Resource, use: Use, ctx: RuleContext) -> Sequence[PropertyProblem]:
    """Return the problems with the properties of a group's members; none if the properties are unknown."""
    kind, values = use.kind, use.values()
    if values is None or not isinstance(kind.type, ResourceType):
        return ()
    checked = check_properties(kind.type, values)
    problems = _in_nested(kind, checked, ctx)
    if _has_errors(problems):
        return problems
    if ctx.template_context.refers(resource):
        same = ctx.template_context.before_creation().same_use(resource, use)
        values = same.values() if same is not None and same.kind == kind else None
        if values is None:
            return problems
        checked = check_properties(kind.type, values)
        refused = _refused_before_creation(_in_nested(kind, checked, ctx), problems)
        if refused:
            return [*problems, *refused]
    if kind.location is not None:
        return problems
    key = use.node if isinstance(use.node, Scalar) else resource.key
    member = Resource(use.member, key, use.node)
    member.type = use.type_name
    stack = _stack_of_members(resource, use, ctx.template_context)
    return _with_own(problems, _own(kind.type, PropertyValues(checked.values), member, stack, ctx.type_rules))


def _in_nested(
    kind: ResolvedType, checked: CheckedProperties, ctx: RuleContext, *, strict: bool = True
) -> list[PropertyProblem]:
    """Return problems as Heat sees them in a nested stack, which it validates without looking at values.

    Heat checks only the names of properties at once (`Properties.validate(with_value=False)`; not unless `strict`), and the
    properties that the type's own checks read.
    """
    rules = ctx.type_rules.of(kind.type.name) if checked.problems and kind.location is None else None
    release, values = ctx.template_context.catalog.release, PropertyValues(checked.values)
    unread = any(p.kind == "wrong-type" for p in checked.problems)  # then Heat does not compare names of one property

    def is_refused(problem: PropertyProblem) -> bool:
        if problem.kind in _OWN:
            return not unread
        if len(problem.path) == 1 and problem.kind in _STRICT:
            return strict
        return rules is not None and problem.severity == "error" and rules.refused_in_nested(problem, values, release)

    return [
        p if p.later or is_refused(p) else p._replace(later=True, deferred=True, message=p.message + LATER)
        for p in checked.problems
    ]


def _stack_of_members(resource: Resource, use: Use, context: TemplateContext) -> TemplateContext:
    """Return the context of a group's members: Heat creates them in a separate stack."""
    text = "heat_template_version: 2015-04-30\n"
    location = context.project.inline(f"{context.path}#{resource.name}/members", text)
    assert location.path is not None
    return TemplateContext.open(
        context.project, location.path, use.environment, context.evaluation.meter, complete=True,
        above=Above((*context.chain, context.path), use.depth),
    )  # fmt: skip


def _own(
    kind: Type, values: PropertyValues, resource: Resource, context: TemplateContext, type_rules: TypeRulesTable
) -> Sequence[PropertyProblem]:
    """Return the problems by the own rules of a resource type."""
    rules = type_rules.of(kind.name)
    return list(rules.problems_of(values, WrittenResource(resource, context.catalog.release, context))) if rules else ()
