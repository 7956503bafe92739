from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from hotlint.analysis.template import node_at
from hotlint.resource_types.validation.model import LATER
from hotlint.rule import (
    Checked,
    Diagnostic,
    Example,
    PropertyProblem,
    Resource,
    Rule,
    RuleContext,
    Severity,
    Target,
    Use,
    member_problems,
    parameters_read_early,
)
from hotlint_rules._misspelled_calls import misspelled_call, with_function
from hotlint_rules._property_problems import is_consequence, judged_values, member_fails_later, without_misspelled
from hotlint_rules.composition._nested import parameter_place, property_message, severity_of, validated


class InvalidMemberProperty(Rule):
    """The properties of a group's members, or the parameters of a stack resource, are invalid.

    Heat refuses the stack if a property is unknown, or if the checks of the member's type refuse the properties. Heat notices
    missing properties, wrong types and broken constraints only when it creates the member (HOT555), except for a missing parameter
    that a condition of the member's template reads, or a check of a resource type: Heat reads these at once.
    A problem of members that may not be created is a warning.
    """

    code = "HOT613"
    name = "invalid-member-property"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  webs:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: web.yaml
        properties: {siz: 10, name: web-%index%}
                     ^^^
""",
            files={
                "web.yaml": "heat_template_version: 2018-08-31\n"
                "parameters: {size: {type: number, default: 1}, name: {type: string}}\n"
            },
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  webs:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: web.yaml
        properties: {size: 10}
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\nparameters: {size: {type: number}}\n"},
        )
    ]

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        return member_findings(uses, resource, ctx, is_late=False)


def member_findings(
    uses: Sequence[Use], resource: Resource, ctx: RuleContext, *, is_late: bool
) -> Iterator[Diagnostic]:
    """Yield the findings about the properties of members: those with which their creation certainly fails, or all others."""
    seen = set()
    for use in validated(uses, resource, ctx):
        for problem in without_misspelled(member_problems(resource, use, ctx)) if use.member else ():
            key = (problem.path, problem.kind, problem.name)
            if problem.severity != "error" or key in seen or is_consequence(problem, resource, ctx, use):
                continue
            seen.add(key)
            name = problem.name or (problem.path[0] if problem.path else None)
            is_read = problem.later and problem.kind == "missing-property" and name in _read_early(resource, use, ctx)
            seen_as = problem._replace(later=False) if is_read else problem
            fails = member_fails_later(seen_as, resource, use, ctx)
            if fails is is_late:
                severity: Severity = "warning" if seen_as.later and not fails else severity_of(use, ctx)
                report = _finding(problem, resource, use, severity, ctx)
                early = report.message.removesuffix(LATER) + "; Heat reads it before it creates anything"
                yield report._replace(message=early) if is_read else report


def _finding(
    problem: PropertyProblem, resource: Resource, use: Use, severity: Severity, ctx: RuleContext
) -> Diagnostic:
    name = problem.name or (problem.path[0] if problem.path else None)
    message, related = property_message(problem, use), parameter_place(use, name, ctx)
    values = judged_values(problem, resource, ctx, use.path)
    place = _place(resource, use, problem)
    report = ctx.report(place, message, severity=severity, related=related, values=values)
    misspelled = misspelled_call(problem, resource, ctx, use.path)
    return with_function(report, *misspelled, ctx) if misspelled is not None else report


def _read_early(resource: Resource, use: Use, ctx: RuleContext) -> Collection[str]:
    """Return the parameters of a used template that Heat reads before it creates anything."""
    child = ctx.template_context.child_of(resource, use)
    return parameters_read_early(child, ctx.type_rules) if child is not None else ()


def _place(resource: Resource, use: Use, problem: PropertyProblem) -> Target:
    """Return the entry that the problem is about, if it is written here; else the place of the type."""
    section = resource.fields["properties"].value
    inside, _ = node_at(section, use.path)
    if problem.part == "whole" and len(problem.path) == 0:
        return Target(use.node)
    node, entry = node_at(inside, problem.path)
    if entry is None:
        return Target(node if node is not section else use.node)
    return Target(entry, "key") if problem.part == "key" and entry.name == problem.path[-1] else Target(entry)
