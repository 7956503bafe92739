from __future__ import annotations

from hotlint.analysis.template import Part, Resource
from hotlint.language.functions.base import Call
from hotlint.linter.rule import Checked, Context, Example, Rule
from hotlint.syntax.nodes import Mapping
from hotlint_rules.security._secrets import hidden_parameter


class SecretInUserData(Rule):
    """A hidden parameter is part of a server's user data.

    User data is not secret: the metadata service hands it to every process of the server, and Nova to everyone who may see the
    server. Let the server fetch the secret itself, for instance from Barbican, or by a software deployment.
    """

    code = "HOT904"
    name = "secret-in-user-data"
    severity = "info"
    category = "security"
    profiles = {"security": "error"}
    resource_types = frozenset({"OS::Nova::Server"})
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
""")
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

    def check_call(self, call: Call, part: Part, ctx: Context) -> Checked:
        parameter = hidden_parameter(call, ctx.template) if part.field == "properties" else None
        if parameter is None or call.node is None or not isinstance(part.node, Mapping):
            return
        user_data = part.node.entry("user_data")
        if user_data is None or not user_data.value.start <= call.node.start < user_data.value.end:
            return
        owner = part.owner.name if isinstance(part.owner, Resource) else ""
        message = f"hidden parameter '{parameter.name}' is in the user data of server '{owner}', which every process there can read"
        yield ctx.report(ctx.argument(call), message)
