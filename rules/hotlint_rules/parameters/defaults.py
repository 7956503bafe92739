"""The rules on the default of a parameter."""

from __future__ import annotations

from hotlint.analysis.environments.file import to_plain
from hotlint.language.parameter_types import ValueProblem, check_default
from hotlint.language.values import describe_type
from hotlint.rule import Checked, Example, Parameter, Related, Rule, RuleContext, Scalar, Sequence, Severity, Target
from hotlint_rules.parameters._shared import constraint_place, is_invalid, judging_entries
from hotlint_rules.structure._nodes import describe, place, quoting


def problems(parameter: Parameter, ctx: RuleContext) -> list[ValueProblem]:
    """Return the problems of a parameter's default, by its type and constraints."""
    node = parameter.field("default")
    if node is None or parameter.type is None:
        return []
    return check_default(parameter.type, to_plain(node), judging_entries(parameter, ctx), ctx.version)


def default_severity(problem: ValueProblem, parameter: Parameter, ctx: RuleContext) -> Severity:
    """Return error where Heat checks the default: for some problems always, for others where no value is given.

    In a nested stack Heat checks no values before it creates that stack.
    """
    if problem.always:
        return "error"
    is_given = ctx.is_supplied or ctx.template_context.evaluation.given(parameter.name) is not None
    return "warning" if is_given or ctx.template_context.depth else "error"


class InvalidDefaultType(Rule):
    """A parameter's default is not of its type.

    Heat refuses the stack when it uses the default. A string parameter accepts anything but converts it to a string: yes
    to 'True', a list to "['a']". Put such a default in quotes, or change the type of the parameter. For `false`, which becomes
    'False', it is only advice.
    """

    code = "HOT211"
    name = "invalid-default-type"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  count: {type: number, default: 10GB}
                                 ^^^^
  image: {type: number, default: cirros}
                                 ^^^^^^
  labels: {type: json, default: "{role: web}"}
                                ^^^^^^^^^^^^^
  debug: {type: boolean, default: ture}
                                  ^^^^
  answer: {type: string, default: yes}
                                  ^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  count: {type: number, default: "3"}
  labels: {type: json, default: '{"role": "web"}'}
  debug: {type: boolean, default: "on"}
  answer: {type: string, default: "yes"}
  zones: {type: comma_delimited_list, default: "a,b"}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        entry = parameter.fields.get("default")
        if entry is None:
            return
        node = entry.value
        if parameter.type == "string":
            value = node.value if isinstance(node, Scalar) else node
            if isinstance(value, bool) or not isinstance(node, Scalar):
                string = f"the string '{value}'" if isinstance(value, bool) else "a string"
                message = f"default of parameter '{parameter.name}' is {describe(node)}, which Heat converts to {string}; put it in quotes"
                fix = quoting(node) if isinstance(node, Scalar) else None
                written = ctx.document.text[node.start : node.end]
                is_same_word = written.lower() == str(value).lower()
                yield ctx.report(place(entry), message, severity="info" if is_same_word else "warning", fix=fix)
            return
        if isinstance(node, Scalar) and describe_type(node.value) == {"number": "a number", "boolean": "a boolean"}.get(
            parameter.type or ""
        ):
            return
        for problem in problems(parameter, ctx):
            if problem.entry is None:
                severity = default_severity(problem, parameter, ctx)
                other = Related("type", Target(parameter.fields["type"]).span())
                message = f"default of parameter '{parameter.name}': {problem.message}"
                yield ctx.report(place(entry), message, severity=severity, related=[other])


class DefaultBreaksConstraint(Rule):
    """A parameter's default breaks one of the parameter's own constraints.

    Heat refuses the template even when a valid value is given (except for custom constraints, which it checks only for the
    value in use).
    """

    code = "HOT212"
    name = "default-breaks-constraint"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  port:
    type: number
    default: 80
             ^^
    constraints:
      - range: {min: 1024, max: 65535}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  port:
    type: number
    default: 8080
    constraints:
      - range: {min: 1024, max: 65535}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        entry, listed = parameter.fields.get("default"), parameter.field("constraints")
        if entry is None or not isinstance(listed, Sequence) or not listed.items:
            return
        for problem in problems(parameter, ctx):
            if problem.entry is not None and not is_invalid(parameter, problem.entry, ctx):
                severity = default_severity(problem, parameter, ctx)
                related = [Related("constraint", constraint_place(parameter, problem.entry, ctx).span())]
                message = f"default of parameter '{parameter.name}': {problem.message}"
                yield ctx.report(place(entry), message, severity=severity, related=related)
