from __future__ import annotations

from hotlint import heat_types
from hotlint.analysis.template import node_at
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Checked, Example, Resource, Rule, RuleContext, Target


class IgnoredProperty(Rule):
    """A property has no effect, since Heat or a service ignores it beside the values of others.

    The group of a security group's rule counts only with `remote_mode: remote_group_id`, for example: without it, Heat drops the
    group, and the rule lets everyone in. Change the other property, or remove the one that is ignored. A property that only some
    services ignore, such as the mountpoint of a volume, is an info.
    """

    code = "HOT756"
    name = "ignored-property"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web: {type: OS::Neutron::SecurityGroup}
  db:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
      - {protocol: tcp, port_range_min: 3306, port_range_max: 3306, remote_group_id: {get_resource: web}}
                                                                    ^^^^^^^^^^^^^^^
  server:
    type: OS::Nova::Server
    properties:
      flavor: tiny
      image: cirros
      networks: [{network: private}]
      security_groups: [{get_resource: db}]
      software_config_transport: POLL_TEMP_URL
      ^^^^^^^^^^^^^^^^^^^^^^^^^
  restored:
    type: OS::Cinder::Volume
    properties:
      backup_id: 3fa0e4ab-2c1d-4d5e-8f60-7a8b9c0d1e2f
      size: 20
      ^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  mode: {type: string}
resources:
  db:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
      - {protocol: tcp, port_range_min: 3306, port_range_max: 3306, remote_mode: remote_group_id}
      - {protocol: tcp, port_range_min: 80, port_range_max: 80, remote_mode: {get_param: mode}, remote_group_id: abc}
  server:
    type: OS::Nova::Server
    properties:
      flavor: tiny
      image: cirros
      networks: [{network: private}]
      security_groups: [{get_resource: db}]
      user_data_format: SOFTWARE_CONFIG
      software_config_transport: POLL_TEMP_URL
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        section = resource.field("properties")
        kind = ctx.template_context.resolved_type(resource) if resource.type and section is not None else None
        known = heat_types.of(kind.type.name) if kind is not None and kind.location is None else None
        checked = ctx.template_context.properties(resource) if known is not None and known.ignored else None
        if known is None or checked is None or section is None:
            return
        for fact, path in known.ignores(PropertyValues(checked.values)):
            _, entry = node_at(section, path)
            if entry is not None and entry.name == fact.name:
                severity = "info" if fact.is_likely else self.severity
                message = f"'{fact.name}' of resource '{resource.name}' {fact.describe()}"
                yield ctx.report(Target(entry, "key"), message, severity=severity)
