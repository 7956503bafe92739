from hotlint.heat_types.base import HeatType


class Lease(HeatType):
    """OS::Blazar::Lease: a host to reserve."""

    types = ("OS::Blazar::Lease",)
    asks = ("Blazar whether it has any host",)
