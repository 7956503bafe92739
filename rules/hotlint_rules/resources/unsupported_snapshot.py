from __future__ import annotations

from hotlint.language.values import EvaluationError
from hotlint.rule import Checked, Example, Resource, ResourceType, Rule, RuleContext, Target


class UnsupportedSnapshot(Rule):
    """The deletion_policy is Snapshot, but the resource type does not support snapshots.

    Heat refuses the stack. Use Retain to keep the resource itself, or Delete.
    """

    code = "HOT510"
    name = "unsupported-snapshot"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
    deletion_policy: Snapshot
                     ^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  volume:
    type: OS::Cinder::Volume
    deletion_policy: Snapshot
    properties: {size: 1}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        part = ctx.template.part(resource, "deletion_policy")
        found = ctx.template_context.resource_type(resource) if part is not None else None
        if part is None or not isinstance(found, ResourceType) or found.snapshot:
            return
        try:
            policy = ctx.template_context.evaluation.value(part)
        except EvaluationError:
            return
        if policy in ("Snapshot", "snapshot"):
            message = f"{found.name} does not support snapshots; set deletion_policy to Delete or Retain"
            target = Target(resource.fields["deletion_policy"])
            never = ctx.is_never_validated(resource)
            severity = "warning" if never else ctx.call_severity(part)
            yield ctx.report(target, message, severity=severity, values=[part.snippet])
