from __future__ import annotations

from hotlint.analysis.template import VERSION_KEY
from hotlint.common.suggestions import did_you_mean
from hotlint.rule import Checked, Entry, Example, Mapping, Rule, RuleContext, Target, Template
from hotlint_rules.parameters._given import origin, undefined_causes
from hotlint_rules.references._targets import may_be_defined


class UnknownEnvironmentParameter(Rule):
    """The environment's `parameters` give a value for a parameter that the template does not have.

    Heat refuses the stack. Values that only some templates need belong under `parameter_defaults`, where Heat ignores
    those that a template does not have.
    """

    code = "HOT217"
    name = "unknown-environment-parameter"
    severity = "error"
    looks_at = frozenset({"given values"})
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

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for name, given in ctx.template_context.evaluation.inputs.parameters.items():
            if name in template.parameters or may_be_defined(name, ctx):
                continue
            subject, related = origin(name, ctx)
            message = f"{subject} is not defined in the template{did_you_mean(name, template.parameters)}"
            causes = undefined_causes(given.origin, given.offset)
            yield ctx.report(Target(_home(name, template), "key"), message, related=related, causes=causes)


def _home(name: str, template: Template) -> Entry:
    """Return the section that should have the parameter: a misnamed one that has an entry of that name, if any."""
    for entry in () if "parameters" in template.sections else template.sections.values():
        if isinstance(entry.value, Mapping) and entry.value.entry(name) is not None:
            return entry
    return template.sections.get("parameters") or template.sections[VERSION_KEY]
