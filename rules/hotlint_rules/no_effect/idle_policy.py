from __future__ import annotations

from hotlint import heat_types
from hotlint.rule import Checked, Example, Resource, Rule, RuleContext, Scalar, Target


class IdlePolicy(Rule):
    """A policy of a resource has no effect.

    An update policy says how a group creates or updates its members: a group without members has nothing to roll. A resource that
    exists in Heat alone, such as a random string, leaves nothing in the cloud: it is gone with the stack, also with the deletion
    policy `retain`.
    """

    code = "HOT757"
    name = "idle-policy"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  webs:
    type: OS::Heat::ResourceGroup
    properties:
      count: 0
      resource_def: {type: OS::Nova::KeyPair, properties: {name: "web-%index%"}}
    update_policy: {rolling_update: {max_batch_size: 2}}
    ^^^^^^^^^^^^^
  password:
    type: OS::Heat::RandomString
    deletion_policy: retain
    ^^^^^^^^^^^^^^^
outputs:
  password: {value: {get_attr: [password, value]}}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: number}
resources:
  webs:
    type: OS::Heat::ResourceGroup
    properties:
      count: {get_param: size}
      resource_def: {type: OS::Nova::KeyPair, properties: {name: "web-%index%"}}
    update_policy: {rolling_update: {max_batch_size: 2}}
  volume:
    type: OS::Cinder::Volume
    properties: {size: 1}
    deletion_policy: retain
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        deletion, update = resource.fields.get("deletion_policy"), resource.fields.get("update_policy")
        kind = ctx.template_context.resolved_type(resource) if resource.type and (deletion or update) else None
        known = heat_types.of(kind.type.name) if kind is not None and kind.location is None else None
        if known is None:
            return
        value = deletion.value if deletion is not None else None
        if deletion and known.is_in_heat_alone and isinstance(value, Scalar) and value.value in ("Retain", "retain"):
            message = f"deletion policy of resource '{resource.name}' has no effect, since there is nothing in the cloud to keep"
            yield ctx.report(Target(deletion, "key"), message)
        policy, size = ctx.template.part(resource, "update_policy"), known.size_property
        checked = ctx.template_context.properties(resource) if policy is not None and policy.snippet and size else None
        given = checked.values.get(size) if checked is not None else None
        if update and given in (0, {}) and given is not False:
            message = f"update policy of resource '{resource.name}' has no effect, since '{size}' is {'0' if given == 0 else 'empty'}"
            yield ctx.report(Target(update, "key"), message, severity="info")
