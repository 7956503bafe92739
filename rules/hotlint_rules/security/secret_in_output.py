from __future__ import annotations

from hotlint.rule import Checked, Example, Output, Rule, RuleContext
from hotlint_rules.security._secrets import hidden_parameter


class SecretInOutput(Rule):
    """A hidden parameter is part of an output.

    `hidden: true` redacts a parameter wherever Heat shows the stack's parameters, but outputs are shown as they are, to
    everyone who may see the stack.
    """

    code = "HOT905"
    name = "secret-in-output"
    severity = "info"
    category = "security"
    profiles = {"security": "error"}
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  db_password: {type: string, hidden: true}
outputs:
  url:
    value: {list_join: ['', ['mysql://root:', {get_param: db_password}, '@db']]}
                                                          ^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  host: {type: string}
outputs:
  url:
    value: {list_join: ['', ['mysql://', {get_param: host}]]}
""")
    ]

    def check_output(self, output: Output, ctx: RuleContext) -> Checked:
        part = ctx.template.part(output, "value")
        for call in part.calls if part is not None else ():
            parameter = hidden_parameter(call, ctx.template)
            if parameter is not None:
                message = (
                    f"output '{output.name}' shows hidden parameter '{parameter.name}' to everyone who sees the stack"
                )
                yield ctx.report(ctx.argument(call), message)
