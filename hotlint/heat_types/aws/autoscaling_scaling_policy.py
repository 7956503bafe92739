from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import OnlyWhen, Reads


class AutoScalingScalingPolicy(HeatType):
    """AWS::AutoScaling::ScalingPolicy: a minimum step only for a change in percent."""

    types = ("AWS::AutoScaling::ScalingPolicy",)
    only_on_aws = ("PolicyType", "StepAdjustments", "TargetTrackingConfiguration", "EstimatedInstanceWarmup")
    refers_by_id = False
    reads = (Reads(("AdjustmentType", "MinAdjustmentStep")),)
    relations = (OnlyWhen(("MinAdjustmentStep",), "AdjustmentType", ("PercentChangeInCapacity",)),)
    bad = (
        """
        AutoScalingGroupName: g
        ScalingAdjustment: "1"
        AdjustmentType: ExactCapacity
        MinAdjustmentStep: 1
        ^^^^^^^^^^^^^^^^^
        """,
    )
    good = (
        '{AutoScalingGroupName: g, ScalingAdjustment: "10", AdjustmentType: PercentChangeInCapacity, MinAdjustmentStep: 1}',
    )
