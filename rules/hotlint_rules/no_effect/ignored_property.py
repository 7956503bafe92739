from __future__ import annotations

from collections.abc import Sequence

from hotlint import heat_types
from hotlint.analysis.composition.value_origins import snippet_at
from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.analysis.template import node_at
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Call, Checked, Example, Resource, Rule, RuleContext, Target, Use, finding_cause
from hotlint_rules._deployed_files import use_template
from hotlint_rules.advice.unused import used_parameters


class IgnoredProperty(Rule):
    """A property has no effect, since Heat or a service ignores it beside the values of others.

    The group of a security group's rule counts only with `remote_mode: remote_group_id`, for example: without it, Heat drops the
    group, and the rule lets everyone in. Change the other property, or remove the one that is ignored. A property that only some
    services ignore, such as the mountpoint of a volume, is an info. So is one that a nested template declares as a parameter and
    never uses, unless its user only hands on a parameter of the same name.
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
"""),
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  zone: {type: string}
resources:
  webs:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: web.yaml
        properties: {zone: {get_param: zone}, address: 10.0.0.7, size: 1}
                                              ^^^^^^^
""",
            files={
                "web.yaml": """\
heat_template_version: 2018-08-31
parameters:
  address: {type: string}
  size: {type: number}
  zone: {type: string}
resources:
  data: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
"""
            },
        ),
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

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        """Report what a nested template gets and never uses, unless its user only hands on a parameter of the same name."""
        part = ctx.template.part(resource, "properties")
        for use in uses if part is not None else ():
            template = use_template(use, ctx) if use.type_name.endswith(TEMPLATE_ENDINGS) else None
            given = snippet_at(part.snippet, use.path) if part is not None and template is not None else None
            path = use.kind.location.path if use.kind.location is not None else None
            if (
                part is None
                or template is None
                or path is None
                or template.document.broken
                or not isinstance(given, dict)
            ):
                continue
            used = used_parameters(template)
            for name, value in given.items() if used is not None else ():
                _, entry = node_at(part.node, (*use.path, name))
                is_handed_on = isinstance(value, Call) and value.args == name and value.function.takes("parameter")
                if name in template.parameters and used is not None and name not in used and entry and not is_handed_on:
                    message = f"'{name}' of resource '{resource.name}' has no effect: {use.type_name} never uses it"
                    causes = [finding_cause(path, self.code, template.parameters[name].key.span)]
                    yield ctx.report(Target(entry, "key"), message, severity="info", causes=causes)
