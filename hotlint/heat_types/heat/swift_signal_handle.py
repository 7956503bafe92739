from hotlint.heat_types.base import HeatType


class SwiftSignalHandle(HeatType):
    """OS::Heat::SwiftSignalHandle, beyond its schema."""

    types = ("OS::Heat::SwiftSignalHandle",)
    idle = "nothing waits for its signal"
    takes_signals = True
    refers_by_id = False
