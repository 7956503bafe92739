from __future__ import annotations

from hotlint.rule import Checked, Example, Mapping, Parameter, Rule, RuleContext


class MissingParameterType(Rule):
    """A parameter has no type.

    Heat refuses the template. The type is string, number, boolean, json or comma_delimited_list.
    """

    code = "HOT201"
    name = "missing-parameter-type"
    severity = "error"
    lacks = frozenset({"type"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size:
  ^^^^
    default: small
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size:
    type: string
    default: small
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        if isinstance(parameter.node, Mapping) and "type" not in parameter.fields:
            message = f"parameter '{parameter.name}' has no type; add one, such as '{_example(ctx)}'"
            yield ctx.report(parameter.key, message)


def _example(ctx: RuleContext) -> str:
    dialect = ctx.template.dialect
    return f"{dialect.word('type')}: {next(iter(dialect.parameter_types))}"
