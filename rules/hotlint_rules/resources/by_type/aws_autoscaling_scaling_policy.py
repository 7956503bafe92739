"""The own rules of AWS::AutoScaling::ScalingPolicy: a minimum step only for a change in percent."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import OnlyWhen
from hotlint.rule import Example, TypeRules


class AwsScalingPolicy(TypeRules):
    """The own rules of AWS::AutoScaling::ScalingPolicy."""

    types = ("AWS::AutoScaling::ScalingPolicy",)
    source = "heat/engine/resources/aws/autoscaling/scaling_policy.py"
    reads = (Reads(("AdjustmentType", "MinAdjustmentStep")),)
    relations = (OnlyWhen(("MinAdjustmentStep",), "AdjustmentType", ("PercentChangeInCapacity",)),)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::AutoScaling::ScalingPolicy
    properties:
      AutoScalingGroupName: g
      ScalingAdjustment: "1"
      AdjustmentType: ExactCapacity
      MinAdjustmentStep: 1
      ^^^^^^^^^^^^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::AutoScaling::ScalingPolicy
    properties: {AutoScalingGroupName: g, ScalingAdjustment: "10", AdjustmentType: PercentChangeInCapacity, MinAdjustmentStep: 1}
"""),
    )
