from __future__ import annotations

from hotlint.rule import Checked, Example, Related, Rule, RuleContext, Template


class NameClash(Rule):
    """A parameter and a resource have the same name.

    Heat refuses the stack: rename one of them.
    """

    code = "HOT306"
    name = "name-clash"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  network: {type: string}
resources:
  network: {type: "OS::Heat::Value"}
  ^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  network_name: {type: string}
resources:
  network: {type: "OS::Heat::Value"}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for name in template.resources.keys() & {*template.parameters, *template.dialect.pseudo_parameters}:
            resource, parameter = template.resources[name], template.parameters.get(name)
            related = [Related("parameter", parameter.key.span)] if parameter is not None else []
            message = f"resource '{name}' has the same name as a parameter; rename one of them"
            yield ctx.report(resource.key, message, severity=ctx.owner_severity(resource), related=related)
