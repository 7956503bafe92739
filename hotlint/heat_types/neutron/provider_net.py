from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.quotas import NETWORK


class ProviderNet(HeatType):
    """OS::Neutron::ProviderNet, beyond its schema."""

    types = ("OS::Neutron::ProviderNet",)
    makes = "neutron.network"
    quota = (NETWORK, "networks")
