from __future__ import annotations

from hotlint.rule import Checked, Context, Example, Rule, Target
from hotlint.spelling import meant
from hotlint.template import VERSION_KEY, Template
from hotlint_rules.parameters.given import source


class UnknownGivenParameter(Rule):
    """The environment's `parameters` give a value for a parameter that the template does not have.

    Heat refuses the stack. Values that only some of the templates need belong under `parameter_defaults`, where Heat
    passes over those that a template does not have.
    """

    code = "HOT217"
    name = "unknown-given-parameter"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
^^^^^^^^^^
  flavor: {type: string}
""",
            environment="parameters: {flavor: m1.small, image: cirros}\n",
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
""",
            environment="parameters: {flavor: m1.small}\nparameter_defaults: {image: cirros}\n",
        )
    ]

    def check_template(self, template: Template, ctx: Context) -> Checked:
        entry = template.sections.get("parameters") or template.sections[VERSION_KEY]
        for name, given in ctx.unit.evaluation.inputs.parameters.items():
            if name in template.parameters or ctx.maybe_lost(name):
                continue
            what, related = source(given, name, ctx)
            hint = meant(name, template.parameters)
            message = f"There is no parameter '{name}', for which {what} is meant{hint}."
            yield ctx.report(Target(entry, "key"), message, related=related)
