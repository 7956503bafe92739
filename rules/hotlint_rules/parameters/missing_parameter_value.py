from __future__ import annotations

from hotlint.rule import Checked, Example, Mapping, Rule, RuleContext, Template


class MissingParameterValue(Rule):
    """A parameter has no default, and the environment gives no value for it.

    Heat refuses to create the stack. (Reported only with an environment: without one, all values may still be given.)
    """

    code = "HOT216"
    name = "missing-parameter-value"
    severity = "error"
    looks_at = frozenset({"complete values"})
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string}
  flavor: {type: string}
  ^^^^^^
""",
            environment="parameters: {image: cirros}\n",
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string}
  flavor: {type: string, default: m1.small}
""",
            environment="parameters: {image: cirros}\n",
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        evaluation = ctx.template_context.evaluation
        for name, parameter in template.parameters.items() if evaluation.inputs.complete else ():
            if isinstance(parameter.node, Mapping) and not parameter.has_default and evaluation.given(name) is None:
                yield ctx.report(parameter.key, f"parameter '{name}' has neither a default nor a given value")
