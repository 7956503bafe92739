from __future__ import annotations

from hotlint.heat_types.base import HeatType


class SubnetPool(HeatType):
    """OS::Neutron::SubnetPool, beyond its schema."""

    types = ("OS::Neutron::SubnetPool",)
    makes = "neutron.subnetpool"
