from __future__ import annotations

from hotlint.analysis.template import Resource, node_at
from hotlint.linter.rule import Checked, Context, Example, Rule, Target
from hotlint.resource_types.catalog import ResourceType
from hotlint_rules.composition._nested import AT_CREATE

_NAMES = {
    "OS::Heat::AutoScalingGroup": ("min_size", "max_size", "desired_capacity"),
    "AWS::AutoScaling::AutoScalingGroup": ("MinSize", "MaxSize", "DesiredCapacity"),
}


class InvalidGroupSize(Rule):
    """The sizes of an autoscaling group contradict each other.

    The minimum must not exceed the maximum, and the desired capacity must be between them. Heat refuses the stack.
    """

    code = "HOT616"
    name = "invalid-group-size"
    renamed = ("group-size",)
    severity = "warning"
    needs = frozenset({"properties"})
    resource_types = frozenset(_NAMES)
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  group:
    type: OS::Heat::AutoScalingGroup
    properties:
      min_size: 3
      max_size: 2
                ^
      resource: {type: OS::Heat::RandomString}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  group:
    type: OS::Heat::AutoScalingGroup
    properties:
      min_size: 1
      max_size: 3
      desired_capacity: 2
      resource: {type: OS::Heat::RandomString}
""")
    ]

    def check_resource(self, resource: Resource, ctx: Context) -> Checked:
        found = ctx.unit.resource_type(resource) if resource.type else None
        checked = ctx.unit.properties(resource) if isinstance(found, ResourceType) and found.name in _NAMES else None
        if checked is None or not isinstance(found, ResourceType):
            return
        names = _NAMES[found.name]
        least, most, wanted = (v if isinstance(v := checked.values.get(n), int) else None for n in names)
        if least is not None and most is not None and most < least:
            message = f"'{names[1]}' ({most}) is less than '{names[0]}' ({least}){AT_CREATE}"
            yield ctx.report(_place(resource, names[1]), message)
        elif wanted is not None and ((least is not None and wanted < least) or (most is not None and wanted > most)):
            low = least is not None and wanted < least
            limit = f"less than '{names[0]}' ({least})" if low else f"greater than '{names[1]}' ({most})"
            yield ctx.report(_place(resource, names[2]), f"'{names[2]}' ({wanted}) is {limit}{AT_CREATE}")


def _place(resource: Resource, name: str) -> Target:
    node, entry = node_at(resource.fields["properties"].value, (name,))
    return Target(entry or node)
