from __future__ import annotations

from hotlint.rule import Checked, Example, Resource, Rule, RuleContext


class InvalidResourceName(Rule):
    """The name of a resource contains a slash.

    Heat refuses such a name, since names are parts of paths and URLs. Use `-` or `_`.
    """

    code = "HOT117"
    name = "invalid-resource-name"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web/1: {type: "OS::Heat::Value"}
  ^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web-1: {type: "OS::Heat::Value"}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        if "/" in resource.name:
            message = f"name of resource '{resource.name}' must not contain '/'"
            yield ctx.report(resource.key, message, severity=ctx.owner_severity(resource))
