from hotlint.heat_types.base import HeatType


class CloudFormationWaitCondition(HeatType):
    """AWS::CloudFormation::WaitCondition, beyond its schema."""

    types = ("AWS::CloudFormation::WaitCondition",)
    signals = ("Handle", "Count")
