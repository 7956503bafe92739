from hotlint.heat_types.base import HeatType


class FloatingIP(HeatType):
    """OS::Nova::FloatingIP, beyond its schema."""

    types = ("OS::Nova::FloatingIP",)
    refers_by_id = False
