"""Shared by the rules on properties: turns problems of a resource's properties into findings."""

from __future__ import annotations

from hotlint.analysis.template import node_at
from hotlint.common.suggestions import closest_matches, unambiguous_match
from hotlint.rule import (
    Diagnostic,
    Entry,
    Fix,
    Mapping,
    Node,
    PropertyProblem,
    Related,
    Resource,
    ResourceType,
    RuleContext,
    Scalar,
    Sequence,
    Severity,
    Target,
    finding_cause,
)
from hotlint_rules._property_problems import judged_values
from hotlint_rules.composition.facade_mismatch import mismatch_causes


def finding(problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Diagnostic:
    """Return the finding for a problem of a resource's properties."""
    target = place(resource, problem, "properties")
    misnamed = misnamed_section(resource, problem)
    fix = rename(resource, problem, target, ctx) if problem.kind == "unknown-property" else None
    message: str = problem.message
    related: tuple[Related, ...] = ()
    causes: tuple[str, ...] = ()
    if ctx.template_context.resolved_type(resource).location is not None:
        message, related = of_template(resource, problem, ctx)
        causes = mismatch_causes(problem, resource, ctx)
    values = judged_values(problem, resource, ctx)
    if misnamed is not None:
        target, message = Target(misnamed, "key"), f"{message}; is '{misnamed.name}' meant to be 'properties'?"
    return ctx.report(
        target, message, severity=severity(resource, problem, ctx), related=related, fix=fix, values=values,
        causes=_unlikely_type(problem, resource, ctx) or causes,
    )  # fmt: skip


def strange_properties(resource: Resource, ctx: RuleContext) -> list[str]:
    """Return the properties that make the type of a resource unlikely, since it has nothing like them.

    There are two or more, which are at least half of all; an empty list otherwise.
    """
    return ctx.memoize(("strange_properties", resource.name), lambda: _strange_properties(resource, ctx))


def _strange_properties(resource: Resource, ctx: RuleContext) -> list[str]:
    found = ctx.template_context.resource_type(resource) if resource.type else None
    checked = ctx.template_context.properties(resource) if isinstance(found, ResourceType) else None
    part = ctx.template.part(resource, "properties")
    if checked is None or part is None or not isinstance(found, ResourceType) or not isinstance(part.snippet, dict):
        return []
    unknown = [p.path[0] for p in checked.problems if p.kind == "unknown-property" and len(p.path) == 1]
    strange = [str(name) for name in unknown if not closest_matches(str(name), found.properties)]
    return strange if len(strange) >= 2 and 2 * len(strange) >= len(part.snippet) else []


def _unlikely_type(problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> tuple[str, ...]:
    """Return the cause of a property that is unknown or missing because the type is wrong (HOT515)."""
    if problem.kind == "unknown-property" and len(problem.path) == 1:
        follows = str(problem.path[0]) in strange_properties(resource, ctx)
    else:
        follows = problem.kind == "missing-property" and not problem.path and bool(strange_properties(resource, ctx))
    place = Target(resource.fields["type"]).span() if follows else None
    return (finding_cause(ctx.template_context.path, "HOT515", place),) if place is not None else ()


def misnamed_section(resource: Resource, problem: PropertyProblem) -> Entry | None:
    """Return the section that holds a missing property under another name than `properties`; None where there is none."""
    if problem.kind != "missing-property" or problem.path or "properties" in resource.fields:
        return None
    for entry in resource.fields.values():
        node = entry.value
        if isinstance(node, Mapping) and isinstance(entry.key, Scalar) and node.get(problem.name) is not None:
            return entry
    return None


def of_template(resource: Resource, problem: PropertyProblem, ctx: RuleContext) -> tuple[str, tuple[Related, ...]]:
    """Return the message for a problem of a value for a nested template, and where that defines the parameter."""
    from hotlint_rules.composition._nested import parameter_place, property_message

    use = ctx.template_context.uses(resource)[0]
    name = problem.name or (problem.path[0] if problem.path else None)
    return property_message(problem, use), tuple(parameter_place(use, name, ctx))


def severity(resource: Resource, problem: PropertyProblem, ctx: RuleContext) -> Severity:
    """Return error where Heat refuses the template, warning where it may fail only during the deployment."""
    if problem.severity == "warning" or problem.later:
        return "warning"
    part = ctx.template.part(resource, "type")
    return ctx.call_severity(part) if part is not None else ctx.owner_severity(resource)


def place(resource: Resource, problem: PropertyProblem, section: str) -> Target:
    """Return where a problem is: the entry or value at its path, as far as that is written in the template."""
    entry = resource.fields.get(section)
    empty = _empty_property(entry, problem) if entry is not None else None
    if empty is not None:
        return Target(empty)
    if entry is None or not problem.path:
        return Target(resource.fields["type"] if section == "properties" else entry or resource.key)
    node, found = node_at(entry.value, problem.path)
    if problem.part == "whole":
        return Target(found, "key") if found is not None else Target(node)
    if found is not None and problem.part == "key" and found.name == problem.path[-1]:
        return Target(found, "key")
    return _value(node, found, problem)


def _empty_property(section: Entry, problem: PropertyProblem) -> Entry | None:
    """Return the entry of a property that is missing because it is written empty; None for one that is not written."""
    if problem.kind != "missing-related-property" or problem.path or not isinstance(section.value, Mapping):
        return None
    found = section.value.entry(problem.name)
    return found if found is not None and isinstance(found.value, Scalar) and not found.value.value else None


def _value(node: Node, entry: Entry | None, problem: PropertyProblem) -> Target:
    """Return the place of a value; where it is empty, of its key. A block of the wrong type begins with its key."""
    if entry is None:
        return Target(node)
    is_block = isinstance(entry.value, Mapping | Sequence) and not entry.value.flow
    return Target(entry, "whole" if is_block and problem.kind == "wrong-type" else "value")


def rename(resource: Resource, problem: PropertyProblem, target: Target, ctx: RuleContext) -> Fix | None:
    """Return the fix for a misspelled property, or None where no single name is probable."""
    kind = ctx.template_context.resource_type(resource)
    if not isinstance(kind, ResourceType) or target.part != "key" or len(problem.path) != 1:
        return None
    given = resource.fields["properties"].value
    taken = {e.name for e in given.items()} if isinstance(given, Mapping) else set()
    names = [n for n, p in kind.properties.items() if n not in taken and p.support.status != "HIDDEN"]
    return ctx.rename_fix(target, unambiguous_match(str(problem.path[-1]), names))
