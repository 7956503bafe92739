from __future__ import annotations

from hotlint.analysis.template import Resource
from hotlint.language.values import EvaluationError
from hotlint.linter.rule import Checked, Context, Example, Rule, Target
from hotlint.resource_types.catalog import ResourceType


class UnsupportedSnapshot(Rule):
    """The deletion_policy is Snapshot, but the resource type does not support snapshots.

    Heat refuses the stack. Use Retain to keep the resource itself, or Delete.
    """

    code = "HOT510"
    name = "unsupported-snapshot"
    renamed = ("no-snapshot",)
    severity = "error"
    needs = frozenset({"deletion_policy"})
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

    def check_resource(self, resource: Resource, ctx: Context) -> Checked:
        part = ctx.template.part(resource, "deletion_policy")
        found = ctx.unit.resource_type(resource) if part is not None else None
        if part is None or not isinstance(found, ResourceType) or found.snapshot:
            return
        try:
            policy = ctx.unit.evaluation.value(part)
        except EvaluationError:
            return
        if policy in ("Snapshot", "snapshot"):
            message = f"{found.name} does not support snapshots; set deletion_policy to Delete or Retain"
            target = Target(resource.fields["deletion_policy"])
            never = ctx.is_never_validated(resource)
            yield ctx.report(target, message, severity="warning" if never else ctx.call_severity(part))
