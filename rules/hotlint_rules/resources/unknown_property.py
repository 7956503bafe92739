from __future__ import annotations

from hotlint.rule import Checked, Context, Example, Rule
from hotlint.template import Resource
from hotlint_rules.resources.properties import reported


class UnknownProperty(Rule):
    """A resource has a property, at any depth, that its type does not know.

    Heat refuses the stack. Mostly the name is misspelt, or its indentation puts it under the wrong key.
    `hotlint explain TYPE` lists what the type has.
    """

    code = "HOT503"
    name = "unknown-property"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
    properties:
      nam: private
      ^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
    properties:
      name: private
""")
    ]

    def check_resource(self, resource: Resource, ctx: Context) -> Checked:
        yield from reported(resource, ctx, "unknown-property", "not-implemented")
