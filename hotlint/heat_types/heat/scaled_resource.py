from hotlint.heat_types.base import HeatType


class ScaledResource(HeatType):
    """OS::Heat::ScaledResource, beyond its schema."""

    types = ("OS::Heat::ScaledResource",)
    is_renamed = True
