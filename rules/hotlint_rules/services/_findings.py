"""Asks the types what services refuse of every resource of a template, once, and turns refusals into findings and fixes."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from hotlint import heat_types
from hotlint.common.records import NamedTuple
from hotlint.dry_run.expansion import ExpandedResource, GroupMember, TemplateStack
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.cloud_values import of_another_kind
from hotlint.heat_types.items import Item, known_list
from hotlint.heat_types.refusals import Kind, Limit, Range, Refusal
from hotlint.language.origins import ATTRIBUTE, source_of
from hotlint.language.values import Value
from hotlint.rule import (
    Checked,
    Diagnostic,
    PropertyProblem,
    Related,
    Resource,
    ResourceType,
    RuleContext,
    Severity,
    Span,
    Target,
    finding_cause,
)
from hotlint.stacks.neighbors import meeting
from hotlint.stacks.records import StackResource
from hotlint_rules._depends_on import depends_on_fix
from hotlint_rules._neighbors import neighbors
from hotlint_rules._property_problems import fails_later, is_consequence, late_causes
from hotlint_rules.composition.unknown_nested_output import missing_member
from hotlint_rules.resources._cloud import judged, target
from hotlint_rules.resources.property_problems import RULE_OF_KIND

_NO_TEXT = "the service takes texts only: put the value in quotes"


class Found(NamedTuple):
    """A refusal, what is known of the type of the resource, this resource and the other one."""

    refusal: Refusal
    known: HeatType
    owner: ExpandedResource
    other: ExpandedResource | None


def report(kind: Kind, ctx: RuleContext) -> Checked:
    """Yield a finding for each refusal of one kind."""
    for found in ctx.memoize("services found", lambda: list(_find(ctx))):
        refusal, known, owner, other = found
        if refusal.kind == kind:
            name = next((f"'{step}' of " for step in reversed(refusal.path) if isinstance(step, str)), "")
            end = refusal.ending or known.ending or f"{known.service} refuses it when it {known.verb} {known.thing}"
            message = f"{name}{_subject(found)} {refusal.message}; {end}"
            top = _top(owner)
            is_late = kind == "order" and other is not None and len(owner.line) > len(other.line)
            severity: Severity | None = "info" if is_late else None  # a nested stack begins later than its neighbors
            after = refusal.after if top is owner or other is None else _top(other).name
            fix = depends_on_fix(top.resource, after, ctx) if refusal.after and after else None
            if not _is_in(owner, ctx):
                place, more, related = _given_at(found, ctx)
                yield ctx.report(
                    place, message + more, related=[*related, *_related(found, ctx)], fix=fix, severity=severity
                )
                continue
            values = judged(
                owner, refusal.path, message, ctx, other if other is not None and _is_in(other, ctx) else None
            )
            yield ctx.report(
                _place(found), message, related=_related(found, ctx), fix=fix, values=values, severity=severity
            )


def refused_at(place: Span, ctx: RuleContext) -> list[str]:
    """Return the cause of what is wrong with a value that a service refuses, which begins at a place; empty for another value."""
    for found in ctx.memoize("services found", lambda: list(_find(ctx))):
        span = _place(found).span() if found.refusal.kind == "value" and _is_in(found.owner, ctx) else None
        if span is not None and span.start == place.start:
            return [finding_cause(ctx.template_context.path, "HOT551", span)]
    return []


def _subject(found: Found) -> str:
    """Return the words for a resource that a message begins with.

    A warning that is true of a whole type names only the type: reports for people show the same words once.
    """
    refusal, _, owner, other = found
    end = "" if refusal.of_type else ":"
    if refusal.of_type and refusal.kind == "setting":
        return owner.type
    if not isinstance(owner, GroupMember):
        return f"resource '{owner.place}' ({owner.type}){end}"
    group = owner.group.place
    if isinstance(other, GroupMember) and other.group is owner.group:
        names = " and ".join(sorted((owner.name, other.name), key=lambda name: (len(name), name)))
        return f"members {names} of '{group}' ({owner.type}){end}"
    which = "resource" if owner.use.is_alike else f"member {owner.name} of"
    return f"{which} '{group}' ({owner.type}){end}"


def _top(owner: ExpandedResource) -> ExpandedResource:
    """Return the resource of the template that a resource is, or is in."""
    top = owner.line[0]
    assert isinstance(top, ExpandedResource)
    return top


def _is_in(owner: ExpandedResource, ctx: RuleContext) -> bool:
    """Return whether the template itself has a resource, or the group that it is a member of."""
    return owner.context is ctx.template_context


def _find(ctx: RuleContext) -> Iterator[Found]:
    stack = neighbors(ctx)
    seen = set[Hashable]()
    for one in stack.all:
        known = heat_types.of(one.type)
        assert isinstance(one, ExpandedResource)
        if any(above.is_any for above in one.line) or _is_refused_by_heat(one):
            continue
        exceeded = _exceeded(known.limits, one) if _is_in(one, ctx) else ()
        others = of_another_kind(one, one.kind.type, stack) if isinstance(one.kind.type, ResourceType) else ()
        refused = (
            (*known.taken(one, stack), *known.lacks(one, stack), *known.refuses(one, stack)) if known.service else ()
        )
        for refusal in (*exceeded, *others, *refused):
            owner, other = refusal.owner, refusal.other
            assert isinstance(owner, ExpandedResource)
            known = heat_types.of(owner.type)
            found = Found(refusal, known, owner, other if isinstance(other, ExpandedResource) else None)
            same = refusal.kind, _written(found.owner), refusal.path, found.other and _written(found.other)
            is_new = same not in seen or owner.line == [owner]
            if is_new and _is_reported_here(found, ctx) and not _is_of_nobody(refusal, ctx):
                seen.add(same)
                yield found


def _is_of_nobody(refusal: Refusal, ctx: RuleContext) -> bool:
    """Return whether a value is an attribute of a member that is not there, with which the stack fails before (HOT614)."""
    value: object = refusal.owner.values
    for step in refusal.path:
        value = (
            value.get(step) if isinstance(value, dict) else known_list(value)[step] if isinstance(step, int) else None
        )
    source = source_of(value, ATTRIBUTE)
    group = ctx.template.resources.get(source.name) if source is not None else None
    if source is None or group is None or not source.path or not ctx.is_enabled(group):
        return False
    uses = ctx.template_context.uses(group)
    return bool(uses) and missing_member(str(source.path[0]), uses, ctx) is not None


def _written(owner: ExpandedResource) -> Hashable:
    """Return what is the same for all resources that a template writes once: the members of a group, or what is in them."""
    return owner.context.path, owner.resource.name, owner.path


def _is_reported_here(found: Found, ctx: RuleContext) -> bool:
    """Return whether the template is the innermost that has a resource and the other one; a nested one reports its own."""
    owner, other = found.owner, found.other
    if _is_in(owner, ctx):
        return True
    if other is None:
        return False
    mine, its = meeting(owner, other)
    scope = mine[0].stack.scope if mine and its else None
    return isinstance(scope, TemplateStack) and scope.context is ctx.template_context


def _is_refused_by_heat(owner: ExpandedResource) -> bool:
    """Return whether Heat itself refuses the properties of a resource, which other rules report."""
    use = owner.use if isinstance(owner, GroupMember) else None
    return any(problem.severity == "error" for problem in owner.context.schema_problems(owner.resource, use))


def _given_at(found: Found, ctx: RuleContext) -> tuple[Target | Span, str, list[Related]]:
    """Return where the template gives a value to a nested stack, else the type of the resource that the nested stack is in.

    Also where the value comes from, as the end of a message and as places.
    """
    path, owner = found.refusal.path, found.owner
    for origin in owner.origins(*path) if path else ():
        for number, place in enumerate(origin.places):
            if place.path == ctx.template_context.path:
                places = [Related(*further) for further in origin.places[number + 1 :]]
                return place.span, f" ({origin.source})" if origin.source else "", places
    return Target(_top(owner).resource.fields["type"]), "", []


def _place(found: Found) -> Target:
    """Return the place of a refusal: the value, or the type of a resource that is refused as a whole."""
    path, owner = found.refusal.path, found.owner
    return target(owner, path) if path or owner.path else Target(owner.resource.fields["type"])


def _related(found: Found, ctx: RuleContext) -> Iterator[Related]:
    owner, other = found.owner, found.other
    if not _is_in(owner, ctx):
        at = target(owner, found.refusal.path).span() if found.refusal.path else owner.resource.key.span
        yield Related(f"resource '{owner.resource.name}' of the nested template", at, owner.context.path)
    if other is not None and other.resource is not owner.resource:
        path = "" if _is_in(other, ctx) else other.context.path
        yield Related(f"resource '{other.resource.name}'", other.resource.key.span, path)


def _exceeded(limits: tuple[Limit | Range, ...], owner: StackResource) -> Iterator[Refusal]:
    """Yield the limits that the values of a resource exceed, as far as these are known."""
    item = Item(owner, (), owner.values)
    for limit in limits:
        if isinstance(limit, Range):
            number = item.number(limit.name)
            problem = limit.problem(number) if number is not None else None
            if problem is not None:
                yield item.refuse(limit.name, problem, limit.kind)
            continue
        for path, text in _texts(limit, item[limit.name]):
            problem = limit.problem(str(text)) if isinstance(text, str) or not limit.is_text else _NO_TEXT
            if problem is not None:
                yield Refusal(owner, (limit.name, *path), problem, limit.kind)
                break


def _texts(limit: Limit, value: Value) -> Iterator[tuple[tuple[str | int, ...], str | int | float]]:
    """Yield the known texts that a limit is for, with their paths below the property."""
    if limit.of == "it":
        if isinstance(value, str):
            yield (), value
    elif isinstance(value, dict):
        for name, one in value.items():
            if limit.of == "keys":
                yield (name,), str(name)
            elif isinstance(one, str | int | float | bool):
                yield (name,), one
    elif limit.of == "values":
        yield from (((index,), one) for index, one in enumerate(known_list(value)) if isinstance(one, str))


def late_findings(problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Iterator[Diagnostic]:
    """Yield the findings about a problem with which the creation of this nested stack fails for certain."""
    if not fails_later(problem, resource, ctx) or is_consequence(problem, resource, ctx):
        return
    rule = RULE_OF_KIND.get(problem.kind)
    if rule is None:
        return
    for found in rule().found(problem._replace(later=False), resource, ctx):
        yield found._replace(causes=late_causes(found, rule.code, ctx.template_context))
