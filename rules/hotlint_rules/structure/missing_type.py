from __future__ import annotations

from hotlint.rule import Checked, Context, Example, Rule
from hotlint.template import Resource
from hotlint.yamltree import Mapping
from hotlint_rules.structure.nodes import is_empty, place


class MissingType(Rule):
    """A resource does not say its type.

    Heat has to know what it is to make: `type: OS::Nova::Server`, say. It refuses the stack, even when the resource is
    switched off by a condition.
    """

    code = "HOT108"
    name = "missing-type"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
  ^^^
    properties: {value: 1}
  db:
  ^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
    properties: {value: 1}
""")
    ]

    def check_resource(self, resource: Resource, ctx: Context) -> Checked:
        entry = resource.fields.get("type")
        if entry is not None and is_empty(entry.value) and not ctx.document.broken:
            yield ctx.report(place(entry), f"The resource '{resource.name}' has an empty type: name one, such as OS::Nova::Server.")
        if entry is not None or ctx.document.broken or not (isinstance(resource.node, Mapping) or is_empty(resource.node)):
            return
        yield ctx.report(resource.key, f"The resource '{resource.name}' has no type: add one, such as 'type: OS::Nova::Server'.")
