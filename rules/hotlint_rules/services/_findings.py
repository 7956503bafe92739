"""Asks the types what services refuse of every resource of a template, once, and turns refusals into findings and fixes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint import heat_types
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.records import NamedTuple
from hotlint.dry_run.expansion import ExpandedResource
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import Item, known_list
from hotlint.heat_types.refusals import Limit, Range, Refusal
from hotlint.language.values import Value
from hotlint.rule import (
    Checked,
    Diagnostic,
    Edit,
    Fix,
    Mapping,
    PropertyProblem,
    Related,
    Resource,
    RuleContext,
    Scalar,
    Sequence,
    Span,
    Target,
    TemplateContext,
    finding_cause,
    value_cause,
)
from hotlint_rules._deployment import deployed
from hotlint_rules._property_problems import fails_later, is_consequence, use_problems
from hotlint_rules.resources._cloud import judged, target
from hotlint_rules.resources.property_problems import RULE_OF_KIND
from hotlint_rules.services._stack import neighbors

if TYPE_CHECKING:
    from hotlint.heat_types.refusals import Kind
    from hotlint.stacks.records import StackResource


_NO_TEXT = "the service takes texts only: put the value in quotes"
_PLAIN = r"[A-Za-z_][\w.-]*"


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
            end = known.ending or f"{known.service} refuses it when it {known.verb} {known.thing}"
            message = f"{name}{_subject(refusal)} {refusal.message}; {end}"
            fix = (
                _depends_on_fix(owner.resource, refusal.after, ctx.document.text) if refusal.after is not None else None
            )
            values = judged(owner, refusal.path, message, ctx, other)
            yield ctx.report(_place(found), message, related=_related(found), fix=fix, values=values)


def _subject(refusal: Refusal) -> str:
    """Return the words for a resource that a message begins with.

    A warning that is true of a whole type names only the type: reports for people show the same words once.
    """
    owner, end = refusal.owner, "" if refusal.of_type else ":"
    if refusal.of_type and refusal.kind == "setting":
        return owner.type
    return f"resource '{owner.written_name}' ({owner.type}){end}"


def _find(ctx: RuleContext) -> Iterator[Found]:
    stack = neighbors(ctx)
    for one in deployed(ctx):
        known = heat_types.of(one.type)
        if known.service and not _is_refused_by_heat(one, ctx) and _is_created(one, ctx):
            for refusal in (*_exceeded(known.limits, one), *known.refuses(one, stack)):
                owner, other = refusal.owner, refusal.other
                assert isinstance(owner, ExpandedResource)
                yield Found(refusal, known, owner, other if isinstance(other, ExpandedResource) else None)


def _is_refused_by_heat(owner: ExpandedResource, ctx: RuleContext) -> bool:
    """Return whether Heat itself refuses the properties of a resource, which other rules report."""
    if not owner.path:
        checked = ctx.template_context.properties(owner.resource)
        return checked is not None and any(problem.severity == "error" for problem in checked.problems)
    uses = [use for use in ctx.template_context.uses(owner.resource) if use.path == owner.path]
    return any(p.severity == "error" for use in uses for p in use_problems(ctx.template_context, owner.resource, use))


def _is_created(owner: ExpandedResource, ctx: RuleContext) -> bool:
    """Return False for a member of a group that may have none."""
    uses = ctx.template_context.uses(owner.resource) if owner.path else ()
    return not owner.path or any(use.size for use in uses if use.path == owner.path)


def _place(found: Found) -> Target:
    """Return the place of a refusal: the value, or the type of a resource that is refused as a whole."""
    path, owner = found.refusal.path, found.owner
    return target(owner, path) if path or owner.path else Target(owner.resource.fields["type"])


def _related(found: Found) -> Iterator[Related]:
    other = found.other.resource if found.other is not None else None
    if other is not None and other is not found.owner.resource:
        yield Related(f"resource '{other.name}'", other.key.span)


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


def _depends_on_fix(resource: Resource, name: str, text: str) -> Fix | None:
    """Return a fix that makes a resource depend on another one; None where `text` has no place for it."""
    if re.fullmatch(_PLAIN, name) is None:
        return None
    written = resource.fields.get("depends_on")
    edit = _more(written.value, name, text) if written is not None else _new_entry(resource, name, text)
    return Fix(f"Add '{name}' to depends_on", (edit,), "unsafe") if edit is not None else None


def _more(node: object, name: str, text: str) -> Edit | None:
    """Return the edit that adds a name to those that there are."""
    if (
        isinstance(node, Scalar)
        and isinstance(node.value, str)
        and node.style in ("", "'", '"')
        and node.end > node.start
    ):
        return Edit(node.span, f"[{text[node.start : node.end]}, {name}]")
    if not isinstance(node, Sequence) or not node.items:
        return None
    last = node.items[-1]
    if not isinstance(last, Scalar) or last.style in ("|", ">"):
        return None
    if node.flow:
        return Edit(Span(last.end, last.end), f", {name}")
    return Edit(Span(last.end, last.end), f"\n{' ' * _column(node.start, text)}- {name}")


def _new_entry(resource: Resource, name: str, text: str) -> Edit | None:
    """Return the edit that adds the entry `depends_on` after the type."""
    kind = resource.fields.get("type")
    if kind is None or not isinstance(resource.node, Mapping) or not isinstance(kind.value, Scalar):
        return None
    end = kind.value.end
    if resource.node.flow:
        return Edit(Span(end, end), f", depends_on: {name}")
    indent = " " * _column(kind.key.start, text)
    return Edit(Span(end, end), f"\n{indent}depends_on: {name}")


def _column(at: int, text: str) -> int:
    return at - (text.rfind("\n", 0, at) + 1)


def late_findings(problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Iterator[Diagnostic]:
    """Yield the findings about a problem with which the creation of this nested stack fails for certain."""
    if not fails_later(problem, resource, ctx) or is_consequence(problem, resource, ctx):
        return
    rule = RULE_OF_KIND.get(problem.kind)
    if rule is None:
        return
    for found in rule().found(problem._replace(later=False), resource, ctx):
        yield found._replace(causes=_late_causes(found, rule.code, ctx.template_context))


def _late_causes(found: Diagnostic, code: str, context: TemplateContext) -> tuple[str, ...]:
    """Return the cause: the value that a template above passes, or the finding that the template has by itself."""
    passed = [place for place in found.related if place.words and place.path in context.chain]
    if not passed:
        return (finding_cause(context.path, code, found.span),)
    return (value_cause(passed[-1].path or "", passed[-1].span.start, f"{code} {found.message.partition(' (')[0]}"),)
