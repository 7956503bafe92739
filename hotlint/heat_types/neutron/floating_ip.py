from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.heat_types._shared import claim
from hotlint.heat_types.base import FixedAddress, Follows, Unique, Waits
from hotlint.heat_types.items import properties
from hotlint.heat_types.neutron._association import THROUGH, Associated, waits_for_interface
from hotlint.heat_types.neutron._routers import INTERFACE, ROUTER
from hotlint.heat_types.neutron._subnets import of_another_network
from hotlint.heat_types.neutron._value_specs import FORMS, ONLY_KNOWN_ATTRIBUTES, overridden, refused_attributes
from hotlint.heat_types.quotas import NETWORK
from hotlint.heat_types.refusals import Refusal
from hotlint.heat_types.rights import Right
from hotlint.language.origins import id_of
from hotlint.language.values import MARKS, Value
from hotlint.resource_types.property_relations import Reads, Requires
from hotlint.stacks.creation_order import CreationOrder
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class FloatingIP(Associated):
    """OS::Neutron::FloatingIP: a fixed address together with its port."""

    types = ("OS::Neutron::FloatingIP",)
    ignored = overridden(
        "dns_domain", "dns_name", "fixed_ip_address", "floating_ip_address", "port_id",
    )  # fmt: skip
    rights = (Right("create_floatingip:floating_ip_address", ("floating_ip_address",)),)
    external_networks = frozenset({("floating_network",)})
    follows = {"port_id": ("fixed_ip_address", "router_id")}
    allocated = {"floating_ip_address": Follows("floating_ip_address")}
    shown_properties = ("description", "floating_ip_address")
    unique = (Unique("Neutron", "floating IP", ("floating_ip_address", "floating_network")),)
    lost_when_gone = "the address of floating IP"
    quota = (NETWORK, "floating_ips")
    unapplied = dict.fromkeys(
        ("dns_domain", "dns_name"), "Heat updates only the port and the fixed address: the old name stays"
    )
    service_demands = (*Associated.service_demands, "'floating_subnet' is one of 'floating_network'", FORMS)
    settings = (*Associated.settings, ONLY_KNOWN_ATTRIBUTES)
    extra_attributes = (
        "dns_domain", "dns_name", "fixed_ip_address", "floating_ip_address", "floating_network_id", "port_id",
        "qos_policy_id", "subnet_id",
    )  # fmt: skip
    waits_for = {
        "OS::Neutron::RouterInterface": THROUGH,
        "OS::Neutron::RouterGateway": Waits(("floating_network",), ("network",)),
        "OS::Neutron::Router": Waits(("floating_network",), ("external_gateway_info", "network")),
    }
    reads = (
        Reads(("value_specs", "port_id")),
        Reads(("fixed_ip_address",), unless="port_id"),
    )
    relations = (Requires("fixed_ip_address", ("port_id",)),)
    bad = ("{floating_network: n, fixed_ip_address: 10.0.0.5}",)
    good = ("{floating_network: n, port_id: 7b9e6a3c-0d1f-4c8e-9a55-1f2e3d4c5b6a, fixed_ip_address: 10.0.0.5}",)

    def fixed_addresses(self, values: Mapping[str, Value]) -> Iterator[FixedAddress]:
        network, subnet = values.get("floating_network"), values.get("floating_subnet")
        return claim((), values, "floating_ip_address", network, subnet)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        yield from super().refuses(owner, stack)
        floating = properties(owner)
        other = of_another_network(floating, "floating_subnet", floating["floating_network"], "the floating IP", stack)
        is_told = floating.text("floating_ip_address") and other is not None and other.other is None  # HOT523
        if other is not None and not is_told:
            yield other
        yield from refused_attributes(owner, self.extra_attributes)

    def waits(self, owner: StackResource, other: StackResource, order: CreationOrder) -> bool:
        if other.type == INTERFACE:
            return waits_for_interface(owner, other, order)
        if other.type == ROUTER:
            return bool(other.values.get("external_gateway_info")) and super().waits(owner, other, order)
        network = other.values.get("network")  # Heat takes one that it does not know yet for none here
        is_unknown = isinstance(network, MARKS) and id_of(network) is None
        return (is_unknown or not order.is_same(network, None)) and super().waits(owner, other, order)
