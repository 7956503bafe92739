from __future__ import annotations

from hotlint.rule import Checked, Example, Parameter, Rule, RuleContext, Target


class MissingDescription(Rule):
    """A parameter has no description and no label.

    The dashboard and the command line show a parameter's description to the person who has to enter its value.
    """

    code = "HOT803"
    name = "missing-description"
    severity = "info"
    default = False
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: number}
  ^^^^
outputs:
  size: {value: {get_param: size}}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: Number of servers}
outputs:
  size: {value: {get_param: size}}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        if parameter.fields and "description" not in parameter.fields and "label" not in parameter.fields:
            yield ctx.report(Target(parameter.key), f"parameter '{parameter.name}' has no description")
