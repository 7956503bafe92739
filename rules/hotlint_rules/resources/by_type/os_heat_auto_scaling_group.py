"""The own rules of OS::Heat::AutoScalingGroup: sizes in order."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import Ordered
from hotlint.rule import Example, TypeRules


class HeatAutoScalingGroup(TypeRules):
    """The own rules of OS::Heat::AutoScalingGroup."""

    types = ("OS::Heat::AutoScalingGroup",)
    source = "heat/engine/resources/aws/autoscaling/autoscaling_group.py"
    reads = (Reads(("resource", "max_size", "min_size", "desired_capacity")),)
    relations = (
        Ordered("min_size", "max_size"),
        Ordered("min_size", "desired_capacity"),
        Ordered("desired_capacity", "max_size"),
    )
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Heat::AutoScalingGroup
    properties:
      min_size: 3
                ^
      max_size: 2
      resource: {type: OS::Heat::RandomString}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Heat::AutoScalingGroup
    properties: {min_size: 1, max_size: 2, resource: {type: OS::Heat::RandomString}}
"""),
    )
