from hotlint.heat_types.base import HeatType


class Lease(HeatType):
    """OS::Blazar::Lease: a host to reserve."""

    types = ("OS::Blazar::Lease",)
    source = "heat/engine/resources/openstack/blazar/lease.py"
    asks = ("Blazar whether it has any host",)
