from __future__ import annotations

from hotlint.rule import Checked, Example, Mapping, Resource, Rule, RuleContext, Target


class UnnamedServer(Rule):
    """A server has no name of its own.

    Heat then makes one up of the stack's name and random letters, which our monitoring cannot tell apart. Give it the property
    `name`.
    """

    code = "ACME01"
    name = "unnamed-server"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Nova::Server
    ^^^^
    properties: {image: debian-12, flavor: m1.small}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Nova::Server
    properties: {name: web-1, image: debian-12, flavor: m1.small}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        properties = resource.field("properties")
        if resource.type != "OS::Nova::Server" or (isinstance(properties, Mapping) and properties.entry("name")):
            return
        message = f"The server '{resource.name}' has no name: add the property 'name'."
        yield ctx.report(Target(resource.fields["type"], "key"), message)
