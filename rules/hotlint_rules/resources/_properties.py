"""What the rules on properties share: the problems that were found in a resource's properties, as findings."""

from __future__ import annotations

from hotlint.analysis.template import Resource, node_at
from hotlint.common.suggestions import unambiguous_match
from hotlint.linter.diagnostic import Diagnostic, Fix, Related, Severity
from hotlint.linter.rule import Context, Target
from hotlint.resource_types.validation import PropertyProblem
from hotlint.syntax.nodes import Entry, Mapping, Node


def finding(problem: PropertyProblem, resource: Resource, ctx: Context) -> Diagnostic:
    """The finding for a problem in the resource's properties."""
    target = place(resource, problem, "properties")
    fix = rename(resource, problem, target, ctx) if problem.kind == "unknown-property" else None
    message: str = problem.message
    related: tuple[Related, ...] = ()
    if ctx.unit.resolved_type(resource).location is not None:
        message, related = of_template(resource, problem, ctx)
    return ctx.report(target, message, severity=severity(resource, problem, ctx), related=related, fix=fix)


def of_template(resource: Resource, problem: PropertyProblem, ctx: Context) -> tuple[str, tuple[Related, ...]]:
    """The message for a problem with what is passed to a nested template, and where that declares the parameter."""
    from hotlint_rules.composition._nested import parameter_place, said

    use = ctx.unit.uses(resource)[0]
    name = problem.name or (problem.path[0] if problem.path else None)
    return said(problem, use), tuple(parameter_place(use, name, ctx))


def severity(resource: Resource, problem: PropertyProblem, ctx: Context) -> Severity:
    """Error where Heat refuses the template; a warning where it notices only while it deploys, or not for certain."""
    if problem.severity == "warning" or problem.later:
        return "warning"
    part = ctx.template.part(resource, "type")
    return ctx.call_severity(part) if part is not None else ctx.owner_severity(resource)


def place(resource: Resource, problem: PropertyProblem, section: str) -> Target:
    """Where a problem is: the entry or value that its path leads to, as far as that is written in the template."""
    entry = resource.fields.get(section)
    if entry is None or not problem.path:
        return Target(resource.fields["type"] if section == "properties" else entry or resource.key)
    node, found = node_at(entry.value, problem.path)
    if problem.part == "whole":
        return Target(found, "key") if found is not None else Target(node)
    if found is not None and problem.part == "key" and found.name == problem.path[-1]:
        return Target(found, "key")
    return _value(node, found)


def _value(node: Node, entry: Entry | None) -> Target:
    """A value; where it is empty, its key."""
    return Target(entry) if entry is not None else Target(node)


def rename(resource: Resource, problem: PropertyProblem, target: Target, ctx: Context) -> Fix | None:
    """The fix for a misspelt property, where one name is clearly meant."""
    from hotlint.resource_types.catalog import ResourceType

    kind = ctx.unit.resource_type(resource)
    if not isinstance(kind, ResourceType) or target.part != "key" or len(problem.path) != 1:
        return None
    given = resource.fields["properties"].value
    taken = {e.name for e in given.items()} if isinstance(given, Mapping) else set()
    names = [n for n, p in kind.properties.items() if n not in taken and p.support.status != "HIDDEN"]
    return ctx.rename_fix(target, unambiguous_match(str(problem.path[-1]), names))
