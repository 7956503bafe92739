from __future__ import annotations

from hotlint.language.values import describe_type
from hotlint.rule import Checked, Example, Parameter, Related, Rule, RuleContext, Scalar, Target
from hotlint_rules._quoting import quoting
from hotlint_rules.parameters import _defaults
from hotlint_rules.structure._nodes import describe, place


class InvalidDefaultType(Rule):
    """A parameter's default is not of its type.

    Heat refuses the stack when it uses the default. A string parameter accepts anything but converts it to a string: yes
    to 'True', a list to "['a']". Put such a default in quotes, or change the type of the parameter.
    """

    code = "HOT211"
    name = "invalid-default-type"
    severity = "error"
    needs = frozenset({"default"})
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
                yield ctx.report(place(entry), message, severity="warning", fix=fix)
            return
        if isinstance(node, Scalar) and describe_type(node.value) == {"number": "a number", "boolean": "a boolean"}.get(
            parameter.type or ""
        ):
            return
        for problem in _defaults.problems(parameter, ctx):
            if problem.entry is None:
                severity = _defaults.severity(problem, parameter, ctx)
                other = Related("type", Target(parameter.fields["type"]).span())
                message = f"default of parameter '{parameter.name}': {problem.message}"
                yield ctx.report(place(entry), message, severity=severity, related=[other])
