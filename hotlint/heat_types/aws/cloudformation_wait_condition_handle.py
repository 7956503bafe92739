from hotlint.heat_types.base import HeatType


class CloudFormationWaitConditionHandle(HeatType):
    """AWS::CloudFormation::WaitConditionHandle, beyond its schema."""

    types = ("AWS::CloudFormation::WaitConditionHandle",)
    idle = "nothing waits for its signal"
    takes_signals = True
    refers_by_id = False
