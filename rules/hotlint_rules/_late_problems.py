"""Shared by the rules on properties: what Heat refuses only when it creates a nested stack, for certain."""

from __future__ import annotations

from collections.abc import Sequence

from hotlint.analysis.composition.uses import INLINE
from hotlint.analysis.composition.value_origins import property_snippet
from hotlint.analysis.evaluation.evaluator import calls_in
from hotlint.language.functions.base import Snippet
from hotlint.resource_types.validation import check_properties
from hotlint.rule import (
    PropertyProblem,
    Resource,
    ResourceType,
    RuleContext,
    TemplateContext,
    Use,
    is_certain,
)


def fails_later(problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> bool:
    """Return whether the creation of a nested stack fails for certain because of a problem of a resource in it."""
    context = ctx.template_context
    if not (problem.deferred and problem.later and problem.severity == "error" and context.depth):
        return False
    if context.resolved_type(resource).location is not None and _has_default(problem, context):
        return False
    return not ctx.is_never_validated(resource) and _is_created(resource, ctx)


def member_fails_later(problem: PropertyProblem, resource: Resource, use: Use, ctx: RuleContext) -> bool:
    """Return whether the creation of a group's members fails for certain because of a problem of their properties."""
    if not (problem.deferred and problem.later and _has_stack(use)):
        return False
    if use.kind.location is not None and _has_default(problem, ctx.template_context):
        return False
    return _is_created(resource, ctx)


def _has_default(problem: PropertyProblem, context: TemplateContext) -> bool:
    """Return whether parameter_defaults may give a missing parameter of a nested template its value: they are not known."""
    while context.parent is not None:
        context = context.parent
    return problem.kind == "missing-property" and not problem.path and not context.evaluation.inputs.complete


def is_consequence(problem: PropertyProblem, resource: Resource, ctx: RuleContext, use: Use | None = None) -> bool:
    """Return whether a value that Heat refuses later is a problem already where the template gets it, which is reported there.

    `use` is that of the member of a group that has the problem; None for the resource itself.
    """
    context = ctx.template_context
    if context.parent is None or not problem.later:
        return False
    path = (*(use.path if use is not None else ()), *problem.path)
    return _is_refused_above(context, property_snippet(ctx.template, resource, path))


def _is_created(resource: Resource, ctx: RuleContext) -> bool:
    """Return whether each stack with the root template has a resource of the template that is checked."""
    context = ctx.template_context
    if ctx.is_adopted(resource) or not is_certain(context.evaluation, resource):
        return False
    while context.parent is not None and context.opened_by is not None:
        above, use, _ = context.opened_by
        context = context.parent
        if not _has_stack(use) or above.field("external_id") is not None or not is_certain(context.evaluation, above):
            return False
    return True


def _has_stack(use: Use) -> bool:
    """Return whether Heat certainly creates a nested stack for a use. That of a group in a group depends on both."""
    return bool(use.size) and not use.via and use.type_name != INLINE


def _is_refused_above(context: TemplateContext, snippet: Snippet) -> bool:
    """Return whether a snippet reads a parameter whose value is a problem where it is passed to the template, or above."""
    parent, opened_by = context.parent, context.opened_by
    if parent is None or opened_by is None:
        return False
    resource, use, _ = opened_by
    given = context.evaluation.inputs.parameters
    targets = (target for call in calls_in(snippet) for target in call.targets)
    names = [t.name for t in targets if t.kind in ("parameter", "ref") and t.name in given]
    for problem in use_problems(parent, resource, use) if names else ():
        if problem.path and problem.path[0] in names and problem.severity == "error":
            return True
    passed = [property_snippet(parent.template, resource, (*use.path, name)) for name in names]
    return bool(names) and _is_refused_above(parent, passed)


def use_problems(context: TemplateContext, resource: Resource, use: Use) -> Sequence[PropertyProblem]:
    """Return the problems of the properties that a use of a type has, by the schema of the type."""
    if not use.member:
        checked = context.properties(resource)
        return checked.problems if checked is not None else ()
    values = use.values()
    if values is None or not isinstance(use.kind.type, ResourceType):
        return ()
    return check_properties(use.kind.type, values).problems
