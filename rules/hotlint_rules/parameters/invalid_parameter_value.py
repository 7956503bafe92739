from __future__ import annotations

from hotlint.analysis.environments.inputs import Given
from hotlint.language.parameter_types import check_given
from hotlint.rule import Checked, Example, Parameter, Rule, RuleContext, Target, Template
from hotlint_rules.parameters._constraints import constraint_place, entries, is_invalid
from hotlint_rules.parameters._given import origin, value_causes


class InvalidParameterValue(Rule):
    """The given value of a parameter is not of its type, or breaks a constraint.

    Heat refuses the stack with that environment.
    """

    code = "HOT215"
    name = "invalid-parameter-value"
    severity = "error"
    looks_at = frozenset({"given values"})
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  port:
    type: number
    constraints:
      - range: {min: 1024}
        ^^^^^
  count: {type: number}
                ^^^^^^
""",
            environment="parameters: {port: 80, count: many}\n",
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  port:
    type: number
    constraints:
      - range: {min: 1024}
""",
            environment="parameters: {port: 8080}\n",
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        inputs = ctx.template_context.evaluation.inputs
        for name in {**inputs.parameters, **inputs.defaults}:
            if name in template.parameters:
                yield from self._check(template.parameters[name], ctx)

    def _check(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        given = ctx.template_context.evaluation.given(parameter.name)
        if given is None or parameter.type is None or _is_reported_in_parent(given, ctx):
            return
        found = check_given(parameter.type, given.value, entries(parameter), ctx.version)
        for problem in found:
            subject, related = origin(parameter.name, ctx)
            place = Target(parameter.fields["type"])
            if problem.entry is not None and is_invalid(parameter, problem.entry, ctx):
                continue
            if problem.entry is not None:
                place = constraint_place(parameter, problem.entry, ctx)
            yield ctx.report(
                place, f"{subject}: {problem.message}", related=related, causes=value_causes(given, problem, parameter)
            )


def _is_reported_in_parent(given: Given, ctx: RuleContext) -> bool:
    """Return whether a value is a property of the resource that uses the template, in a folder that is checked as a whole."""
    return (
        given.offset is None
        and ctx.template_context.parent is not None
        and ctx.template_context.project.open_world is not None
    )
