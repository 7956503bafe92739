from __future__ import annotations

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.quotas import NETWORK

if TYPE_CHECKING:
    from hotlint.stacks.resource import StackResource
    from hotlint.stacks.update import StackUpdate


class Subnet(HeatType):
    """OS::Neutron::Subnet, beyond its schema."""

    types = ("OS::Neutron::Subnet",)
    makes = "neutron.subnet"
    made_for = "neutron.subnet"
    echoes = ("name",)
    mirrors = {
        "cidr": "cidr",
        "enable_dhcp": "enable_dhcp",
        "gateway_ip": "gateway_ip",
        "name": "name",
        "network_id": "network",
    }
    follows = {"allocation_pools": ("gateway_ip",)}
    shown_properties = ("name", "enable_dhcp", "gateway_ip", "dns_nameservers", "host_routes")
    looked_up = frozenset({("network",)})
    quota = (NETWORK, "subnets")

    def fails_to_be_replaced(self, old: StackResource, new: StackResource, update: StackUpdate) -> str:
        from hotlint.heat_types.neutron._floating import network_of  # not in a check

        first, second = network_of(old.values), network_of(new.values)
        if (
            first is not None
            and second is not None
            and first.version == second.version
            and update.same(old.values.get("network"), new.values.get("network"))
            and first.overlaps(second)
        ):
            return f"Neutron refuses {second}, which overlaps the old subnet {first}: Heat deletes that only afterwards"
        return ""

    def fails_to_go(self, old: StackResource, update: StackUpdate) -> str:
        """Return which port or server keeps an address of a subnet that is deleted."""
        from hotlint.heat_types.neutron._floating import is_only

        if not is_only(old.name, update):
            return ""
        network = old.values.get("network")
        for before, after in update.staying("OS::Neutron::Port"):
            free = not before.values.get("fixed_ips") and not after.values.get("fixed_ips")
            if free and update.same(before.values.get("network"), network):
                return f"Neutron refuses to delete it, since port '{before.name}' stays and has an address of it"
        for before, after in update.staying("OS::Nova::Server"):
            networks = before.values.get("networks")
            if isinstance(networks, list) and update.same(networks, after.values.get("networks")):
                plain = [n for n in networks if isinstance(n, dict) and not n.get("port") and not n.get("fixed_ip")]
                if any(update.same(n.get("network"), network) and not n.get("subnet") for n in plain):
                    return f"Neutron refuses to delete it, since server '{before.name}' stays and has an address of it"
        return ""
