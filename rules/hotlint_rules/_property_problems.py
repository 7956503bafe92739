"""Shared by the rules on properties: which values a problem is about, misspelled names, and failures in nested stacks."""

from __future__ import annotations

from collections.abc import Sequence

from hotlint.analysis.composition.uses import INLINE
from hotlint.analysis.composition.value_origins import property_snippet
from hotlint.analysis.evaluator import calls_in
from hotlint.common.suggestions import closest_matches
from hotlint.language.functions.base import Path, Snippet
from hotlint.rule import (
    Call,
    Diagnostic,
    Part,
    PropertyProblem,
    Resource,
    RuleContext,
    TemplateContext,
    Use,
    finding_cause,
    is_certain,
    value_cause,
)


def fails_later(problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> bool:
    """Return whether the creation of a nested stack fails for certain because of a problem of a resource in it."""
    context = ctx.template_context
    if not (problem.deferred and problem.later and problem.severity == "error" and ctx.is_checked_late(resource)):
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


def call_fails_later(call: Call | None, part: Part, ctx: RuleContext) -> bool:
    """Return whether the creation of a nested stack fails for certain because a call in a property fails."""
    owner = part.owner
    if call is None or not isinstance(owner, Resource) or not ctx.waits(part, call):
        return False
    is_taken = ctx.template_context.evaluation.is_taken(call)
    return is_taken and not ctx.is_never_validated(owner) and _is_created(owner, ctx)


def late_causes(found: Diagnostic, code: str, context: TemplateContext) -> tuple[str, ...]:
    """Return the cause of what fails later: the value that a template above passes, or the finding of the template alone."""
    passed = [place for place in found.related if place.words and place.path in context.chain]
    if not passed:
        return (finding_cause(context.path, code, found.span),)
    return (value_cause(passed[-1].path or "", passed[-1].span.start, f"{code} {found.message.partition(' (')[0]}"),)


def _has_default(problem: PropertyProblem, context: TemplateContext) -> bool:
    """Return whether parameter_defaults may give a missing parameter of a nested template its value: they are not known."""
    return problem.kind == "missing-property" and not problem.path and not context.root.evaluation.inputs.complete


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
    return context.parent is None or context.opened_by is None or _makes(context.parent, *context.opened_by[:2])


def _makes(context: TemplateContext, resource: Resource, use: Use) -> bool:
    """Return whether each stack with the root template has the nested stack of a use."""
    if not _has_stack(use) or resource.field("external_id") is not None or not is_certain(context.evaluation, resource):
        return False
    return context.parent is None or context.opened_by is None or _makes(context.parent, *context.opened_by[:2])


def decided_above(context: TemplateContext, resource: Resource, use: Use) -> tuple[bool, bool]:
    """Return what findings in a nested template depend on beside its values: on the templates above it.

    This is whether its stack is certainly made, and whether all values of the root template are known.
    """
    return _makes(context, resource, use), context.root.evaluation.inputs.complete


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
    for problem in parent.schema_problems(resource, use) if names else ():
        if problem.path and problem.path[0] in names and problem.severity == "error":
            return True
    passed = [property_snippet(parent.template, resource, (*use.path, name)) for name in names]
    return bool(names) and _is_refused_above(parent, passed)


def judged_values(problem: PropertyProblem, resource: Resource, ctx: RuleContext, above: Path = ()) -> list[Snippet]:
    """Return the calls whose values a problem is about; none for what is written out. `above` leads to the properties."""
    paths = [problem.path[:-1] if problem.part == "key" else problem.path]
    if problem.compared is not None:
        paths.append((*problem.path[:-1], problem.compared))
    found = [property_snippet(ctx.template, resource, (*above, *path)) for path in paths]
    return [snippet for snippet in found if isinstance(snippet, Call)]


_LONGER = 3
"""Letters by which the lengths may differ: comparing takes long, and there may be thousands of names."""


def misspelling(missing: PropertyProblem, problems: Sequence[PropertyProblem]) -> PropertyProblem | None:
    """Return the unknown property that is a missing one under a misspelled name; None where there is none."""
    for other in problems:
        if other.kind == "unknown-property" and other.path[:-1] == missing.path and _is_meant(other, str(missing.name)):
            return other
    return None


def missing_by(unknown: PropertyProblem, problems: Sequence[PropertyProblem]) -> PropertyProblem | None:
    """Return the missing property that an unknown one is a misspelling of; None where there is none."""
    return next(
        (p for p in problems if p.kind == "missing-property" and misspelling(p, problems) is unknown),
        None,
    )


def without_misspelled(problems: Sequence[PropertyProblem]) -> list[PropertyProblem]:
    """Return problems without the missing properties whose misspelled names are problems of their own.

    These count at once where Heat notices at once what is missing.
    """
    kept: list[PropertyProblem] = []
    for problem in problems:
        if problem.kind == "missing-property" and misspelling(problem, problems) is not None:
            continue
        missing = missing_by(problem, problems) if problem.kind == "unknown-property" else None
        is_sooner = missing is not None and problem.later and not missing.later
        kept.append(problem._replace(later=False) if is_sooner else problem)
    return kept


def _is_meant(unknown: PropertyProblem, name: str) -> bool:
    """Return whether the message already suggests a name, or the unknown one is close to it."""
    written = str(unknown.path[-1])
    if unknown.message.endswith(f"(did you mean '{name}'?)"):
        return True
    return abs(len(written) - len(name)) <= _LONGER and bool(closest_matches(written, [name]))
