from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from hotlint import heat_types
from hotlint.analysis.composition.value_origins import property_snippet
from hotlint.analysis.template import node_at
from hotlint.resource_types.validation.model import LATER
from hotlint.rule import (
    Checked,
    Diagnostic,
    Example,
    PropertyProblem,
    ReportingRule,
    Resource,
    Rule,
    RuleContext,
    Severity,
    Target,
    Template,
    Use,
    member_problems,
    parameters_read_early,
)
from hotlint_rules._misspelled_calls import misspelled_call, with_function
from hotlint_rules._property_problems import is_consequence, judged_values, member_fails_later, without_misspelled
from hotlint_rules.composition._nested import (
    file_of,
    nested_findings,
    parameter_place,
    property_message,
    severity_of,
    validated,
)


class InvalidMemberProperty(Rule):
    """The properties of a group's members, or the parameters of a stack resource, are invalid.

    Heat refuses the stack if a property is unknown, or if the checks of the member's type refuse the properties. Heat notices
    missing properties, wrong types and broken constraints only when it creates the member (HOT555), except for a missing parameter
    that a condition of the member's template reads, or a check of a resource type: Heat reads these at once.
    A problem of members that may not be created is a warning.

    Heat makes a template of the members' definition once it has resolved it. A value that looks like a function call in it, such as
    one in the default of a JSON parameter, is a call of that template, which has no other resources and no parameters.
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
        ),
        Example("""\
heat_template_version: 2018-08-31
parameters:
  tags: {type: json, default: {owner: {get_resource: key}}}
resources:
  key: {type: OS::Heat::RandomString}
  webs:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: OS::Heat::Value
        properties:
          value: {get_param: tags}
                 ^^^^^^^^^^^^^^^^^
"""),
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
        yield from member_findings(uses, resource, ctx, is_late=False)
        yield from call_findings(uses, resource, ctx, is_late=False)


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


def call_findings(uses: Sequence[Use], resource: Resource, ctx: RuleContext, *, is_late: bool) -> Iterator[Diagnostic]:
    """Yield the findings about calls that values of members spell: those with which creations certainly fail, or all others."""
    for use in validated(uses, resource, ctx):
        if use.spelled is None or (path := file_of(use.spelled)) is None:
            continue
        from hotlint.analysis.composition.spelled_calls import written_at  # values seldom spell calls

        template = ctx.template_context.project.template(path)
        seen = {(*use.path, *problem.path[:1]) for problem in member_problems(resource, use, ctx)}
        found = nested_findings(resource, use.spelled, ctx, _fails_later if is_late else _is_of_calls)
        wrong = [(d.span.start, d.message) for d in found if d.severity == "error"]
        uncalled = [] if ctx.template_context.catalog.is_reached("12") else list(_not_called(template, resource, ctx))
        if is_late:
            seen.update(filter(None, (written_at(use, template, start) for start, _ in uncalled)))
        else:
            wrong += uncalled
        for start, message in wrong:
            place = written_at(use, template, start)
            if place is not None and place not in seen:
                seen.add(place)
                message = f"'{place[-1]}' of the members spells a call, which Heat makes in their stack: {message}"
                node, entry = node_at(resource.fields["properties"].value, place)
                values = [property_snippet(ctx.template, resource, place)]
                severity = severity_of(use, ctx)
                yield ctx.report(Target(entry or node), message, severity=severity, values=values)


def _is_of_calls(rule: ReportingRule) -> bool:
    return rule.code.startswith(("HOT3", "HOT4"))


def _fails_later(rule: ReportingRule) -> bool:
    return rule.code == "HOT555"


def _not_called(template: Template, resource: Resource, ctx: RuleContext) -> Iterator[tuple[int, str]]:
    """Yield the calls of a members' template with which Heat cannot compare its own template, each with its place."""
    if heat_types.of(ctx.template_context.resource_type(resource).name).group == "numbered":
        for _, call in template.calls():
            if call.name in ("get_param", "get_file") and call.node is not None:
                yield call.node.start, f"before release 12.0.0, Heat fails at {call.name} there"


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
