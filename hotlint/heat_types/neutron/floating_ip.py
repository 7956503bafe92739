from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.heat_types._shared import claim
from hotlint.heat_types.base import FixedAddress, Follows, HeatType, Unique
from hotlint.heat_types.quotas import NETWORK
from hotlint.language.values import Value


class FloatingIP(HeatType):
    """OS::Neutron::FloatingIP, beyond its schema."""

    types = ("OS::Neutron::FloatingIP",)
    external_networks = frozenset({("floating_network",)})
    follows = {"port_id": ("fixed_ip_address", "router_id")}
    allocated = {"floating_ip_address": Follows("floating_ip_address")}
    shown_properties = ("description", "floating_ip_address")
    unique = (Unique("Neutron", "floating IP", ("floating_ip_address", "floating_network")),)
    lost_when_gone = "the address of floating IP"
    quota = (NETWORK, "floating_ips")

    def fixed_addresses(self, values: Mapping[str, Value]) -> Iterator[FixedAddress]:
        network, subnet = values.get("floating_network"), values.get("floating_subnet")
        return claim((), values, "floating_ip_address", network, subnet)
