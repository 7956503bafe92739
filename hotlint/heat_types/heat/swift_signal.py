from hotlint.heat_types.base import HeatType


class SwiftSignal(HeatType):
    """OS::Heat::SwiftSignal, beyond its schema."""

    types = ("OS::Heat::SwiftSignal",)
    signals = ("handle", "count")
