from __future__ import annotations

from collections.abc import Iterator

from hotlint import heat_types
from hotlint.heat_types.nova.server import Server
from hotlint.rule import Call, Checked, Example, Mapping, Parameter, Part, Resource, Rule, RuleContext, Template
from hotlint_rules.security.secrets import hidden_parameter


class SecretInUserData(Rule):
    """A hidden parameter is part of a server's user data, or of a configuration that is its user data.

    User data is not secret: the metadata service hands it to every process of the server, and Nova to everyone who may see the
    server. Let the server fetch the secret itself, for instance from Barbican, or by a software deployment.
    """

    code = "HOT904"
    name = "secret-in-user-data"
    severity = "info"
    category = "security"
    profiles = {"security": "error"}
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  db_password: {type: string, hidden: true}
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: m1.small
      image: cirros
      user_data:
        str_replace:
          template: "echo $secret"
          params: {$secret: {get_param: db_password}}
                                        ^^^^^^^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
parameters:
  db_password: {type: string, hidden: true}
resources:
  config:
    type: OS::Heat::CloudConfig
    properties:
      cloud_config: {chpasswd: {list: [{get_param: db_password}]}}
                                                   ^^^^^^^^^^^
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: cirros, user_data: {get_resource: config}}
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  db_password: {type: string, hidden: true}
  name: {type: string}
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: m1.small
      image: cirros
      admin_pass: {get_param: db_password}
      user_data:
        str_replace:
          template: "echo $name"
          params: {$name: {get_param: name}}
""")
    ]

    def check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        if part.field != "properties" or call.node is None or not isinstance(part.node, Mapping):
            return
        user_data = part.node.entry("user_data")
        if user_data is None or not user_data.value.start <= call.node.start < user_data.value.end:
            return
        if not isinstance(part.owner, Resource) or not ctx.has_type(part.owner, Server.types):
            return
        for inner, parameter in _hidden_parameters(call, ctx.template, set()):
            message = (
                f"hidden parameter '{parameter.name}' is in the user data of server '{part.owner.name}', "
                "which every process there can read"
            )
            yield ctx.report(ctx.argument(inner), message)


def _hidden_parameters(call: Call, template: Template, seen: set[str]) -> Iterator[tuple[Call, Parameter]]:
    """Yield the calls that give hidden parameters, with these: the call itself, or those in a configuration that it refers to."""
    parameter = hidden_parameter(call, template)
    if parameter is not None:
        yield call, parameter
        return
    for target in call.targets:
        resource = template.resources.get(target.name) if target.kind in ("resource", "ref") else None
        if resource is None or not heat_types.of(resource.type or "").holds_user_data or resource.name in seen:
            continue
        seen.add(resource.name)
        for part in template.parts_of(resource):
            for inner in part.calls if part.field == "properties" else ():
                yield from _hidden_parameters(inner, template, seen)
