"""The own rules of OS::Heat::ScalingPolicy: a minimum step only for a change in percent."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import OnlyWhen
from hotlint.rule import Example, TypeRules


class ScalingPolicy(TypeRules):
    """The own rules of OS::Heat::ScalingPolicy."""

    types = ("OS::Heat::ScalingPolicy",)
    source = "heat/engine/resources/openstack/heat/scaling_policy.py"
    reads = (Reads(("adjustment_type", "min_adjustment_step")),)
    relations = (OnlyWhen(("min_adjustment_step",), "adjustment_type", ("percent_change_in_capacity",)),)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Heat::ScalingPolicy
    properties:
      auto_scaling_group_id: g
      scaling_adjustment: 1
      adjustment_type: exact_capacity
      min_adjustment_step: 1
      ^^^^^^^^^^^^^^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Heat::ScalingPolicy
    properties: {auto_scaling_group_id: g, scaling_adjustment: 10, adjustment_type: percent_change_in_capacity, min_adjustment_step: 1}
"""),
    )
