"""The rules on the default of a parameter."""

from __future__ import annotations

from hotlint.language.parameter_types import ValueProblem
from hotlint.language.values import describe_type
from hotlint.rule import (
    Checked,
    Example,
    Parameter,
    Related,
    Rule,
    RuleContext,
    Scalar,
    Sequence,
    Severity,
    Target,
    parameters_read_early,
)
from hotlint_rules.functions.places import misplaced_call
from hotlint_rules.parameters._contradictions import (
    against_constraint,
    default_problems,
    impossible_causes,
    wrong_type,
)
from hotlint_rules.parameters._shared import constraint_place, is_invalid
from hotlint_rules.structure._nodes import describe, place, quoting


def default_severity(problem: ValueProblem, parameter: Parameter, ctx: RuleContext) -> Severity:
    """Return error where Heat checks the default: for some problems always, for others where no value is given.

    In a nested stack Heat checks only values that it reads before it creates that stack.
    """
    if problem.always:
        return "error"
    context = ctx.template_context
    if ctx.is_supplied or context.evaluation.given(parameter.name) is not None:
        return "warning"
    is_read = not context.depth or (
        problem.entry is None and parameter.name in parameters_read_early(context, ctx.type_rules)
    )
    return "error" if is_read else "warning"


class InvalidDefaultType(Rule):
    """A parameter's default is not of its type.

    Heat refuses the stack when it uses the default. A string parameter accepts anything but converts it to a string: yes
    to 'True', a list to "['a']". Put such a default in quotes, or change the type of the parameter. For `false`, which becomes
    'False', it is only advice. If the constraints or the uses of the parameter also need another type, the type is marked.
    """

    code = "HOT211"
    name = "invalid-default-type"
    severity = "error"
    fields = ("default",)
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
"""),
        Example("""\
heat_template_version: 2018-08-31
parameters:
  image: {type: number, default: cirros}
                ^^^^^^
  size:
    type: boolean
          ^^^^^^^
    default: large
    constraints:
      - allowed_values: [small, large]
  environment:
    type: json
          ^^^^
    default: test
    constraints:
      - allowed_pattern: "[a-z]+"
resources:
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: {get_param: image}, networks: [{network: private}]}
"""),
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
        entry = parameter.fields["default"]
        node = entry.value
        if parameter.type == "string":
            value = node.value if isinstance(node, Scalar) else node
            if isinstance(value, bool) or (not isinstance(node, Scalar) and misplaced_call(node, ctx) is None):
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
        for problem in default_problems(parameter, ctx):
            if problem.entry is not None:
                continue
            severity = default_severity(problem, parameter, ctx)
            message = f"default of parameter '{parameter.name}': {problem.message}"
            wrong = wrong_type(parameter, ctx)
            if wrong is not None:
                yield wrong.report(parameter, message, ctx, severity)
            else:
                other = Related("type", Target(parameter.fields["type"]).span())
                yield ctx.report(place(entry), message, severity=severity, related=[other])


class DefaultBreaksConstraint(Rule):
    """A parameter's default breaks one of the parameter's own constraints.

    Heat refuses the template even when a valid value is given (except for custom constraints, which it checks only for the
    value in use). If the constraint does not fit the type or the uses of the parameter either, the constraint is marked.
    """

    code = "HOT212"
    name = "default-breaks-constraint"
    severity = "error"
    fields = ("default",)
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
"""),
        Example("""\
heat_template_version: 2018-08-31
parameters:
  role:
    type: string
    default: web
    constraints:
      - allowed_values: [1, 2]
        ^^^^^^^^^^^^^^
  network:
    type: string
    default: private
    constraints:
      - custom_constraint: ip_addr
        ^^^^^^^^^^^^^^^^^
resources:
  port:
    type: OS::Neutron::Port
    properties: {network: {get_param: network}}
"""),
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
        entry, listed = parameter.fields["default"], parameter.field("constraints")
        if not isinstance(listed, Sequence) or not listed.items:
            return
        for problem in default_problems(parameter, ctx):
            if problem.entry is None or is_invalid(parameter, problem.entry, ctx):
                continue
            severity = default_severity(problem, parameter, ctx)
            message = f"default of parameter '{parameter.name}': {problem.message}"
            constraint = constraint_place(parameter, problem.entry, ctx)
            default = place(entry)
            others = against_constraint(parameter, problem.entry, ctx)
            if others:
                related = [Related("default", default.span() if isinstance(default, Target) else default), *others]
                message = f"{message}; nor does the constraint fit the {others[0].message}"
                yield ctx.report(constraint, message, severity=severity, related=related)
            else:
                related = [Related("constraint", constraint.span())]
                causes = impossible_causes(parameter, problem.entry, ctx)
                yield ctx.report(default, message, severity=severity, related=related, causes=causes)
