from __future__ import annotations

from hotlint.rule import Checked, Example, Mapping, Resource, Rule, RuleContext, Scalar, Target


class ExternalProperties(Rule):
    """A resource with an external_id has properties, or a deletion policy.

    Heat adopts the existing resource as it is, ignores the properties, and always keeps the resource when it deletes the stack.
    """

    code = "HOT513"
    name = "external-properties"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
    external_id: 51d4bf33-8d5c-4cd9-bc43-5d1b2f1b6c54
    properties:
    ^^^^^^^^^^
      name: private
    deletion_policy: delete
    ^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
    external_id: 51d4bf33-8d5c-4cd9-bc43-5d1b2f1b6c54
    deletion_policy: retain
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        if ctx.version < "2016-10-14" or "external_id" not in resource.fields:
            return
        node, given = resource.field("external_id"), resource.fields.get("properties")
        if isinstance(node, Scalar) and node.value is None:
            return
        if given is not None and isinstance(given.value, Mapping) and given.value.entries:
            message = (
                f"properties of resource '{resource.name}' have no effect, since Heat adopts it by its external_id"
            )
            yield ctx.report(Target(given, "key"), message)
        policy = resource.field("deletion_policy")
        if isinstance(policy, Scalar) and policy.value in ("Delete", "delete", "Snapshot", "snapshot"):
            message = f"deletion policy of resource '{resource.name}' has no effect, since Heat keeps what it adopts by external_id"
            yield ctx.report(Target(resource.fields["deletion_policy"], "key"), message)
