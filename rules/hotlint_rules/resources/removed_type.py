from __future__ import annotations

from hotlint.resource_types.catalog import NoSuchType
from hotlint.resource_types.releases import span
from hotlint.rule import Checked, Example, ResolvedType, Resource, Rule, RuleContext, Target


class RemovedType(Rule):
    """A resource type exists only in other releases of Heat.

    Heat of the target release (`target` in .hotlint.yaml, by default the newest) refuses the stack.
    """

    code = "HOT502"
    name = "removed-type"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  alarm:
    type: OS::Heat::CWLiteAlarm
          ^^^^^^^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  alarm:
    type: OS::Aodh::EventAlarm
""")
    ]

    def check_type(self, kind: ResolvedType, resource: Resource, ctx: RuleContext) -> Checked:
        found = kind.type
        if isinstance(found, NoSuchType) and found.releases is not None:
            instead = f"; use '{found.instead}'" if found.instead else ""
            message = f"{found.name} does not exist in this release of Heat, only {span(*found.releases)}{instead}"
            yield ctx.report(Target(resource.fields["type"]), message, severity=ctx.owner_severity(resource))
