from __future__ import annotations

from hotlint.rule import Checked, Example, Resource, Rule, RuleContext, Target
from hotlint_rules.structure._nodes import is_empty


class ExternalDependency(Rule):
    """A resource with an external_id depends on others.

    With `external_id`, Heat adopts something that already exists. It creates nothing, so there is nothing to wait for, and
    Heat refuses depends_on.
    """

    code = "HOT114"
    name = "external-dependency"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
    external_id: 51d4bf33-8d5c-4cd9-bc43-5d1b2f1b6c54
    depends_on: flag
    ^^^^^^^^^^
  flag: {type: "OS::Heat::Value", properties: {value: 1}}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
    external_id: 51d4bf33-8d5c-4cd9-bc43-5d1b2f1b6c54
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        external, depends = resource.fields.get("external_id"), resource.fields.get("depends_on")
        if external is None or depends is None or is_empty(external.value) or is_empty(depends.value):
            return
        message = f"resource '{resource.name}' has an external_id, so it cannot have depends_on"
        yield ctx.report(Target(depends, "key"), message, severity=ctx.owner_severity(resource))
