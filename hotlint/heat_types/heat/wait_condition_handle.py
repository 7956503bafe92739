from hotlint.heat_types.base import HeatType


class WaitConditionHandle(HeatType):
    """OS::Heat::WaitConditionHandle, beyond its schema."""

    types = ("OS::Heat::WaitConditionHandle",)
    idle = "nothing waits for its signal"
    takes_signals = True
