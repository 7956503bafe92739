from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.quotas import NETWORK


class Net(HeatType):
    """OS::Neutron::Net, beyond its schema."""

    types = ("OS::Neutron::Net",)
    makes = "neutron.network"
    made_for = "neutron.network"
    echoes = ("name",)
    mirrors = {"admin_state_up": "admin_state_up", "name": "name", "shared": "shared"}
    follows = {"qos_policy": ("qos_policy_id",)}
    shown_properties = ("name", "admin_state_up", "shared", "port_security_enabled", "mtu")
    quota = (NETWORK, "networks")
