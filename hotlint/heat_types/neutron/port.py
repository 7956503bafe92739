from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types._shared import claim, mappings_in
from hotlint.heat_types.base import FixedAddress, Follows, HeatType, Unique
from hotlint.heat_types.quotas import NETWORK
from hotlint.language.values import Value

if TYPE_CHECKING:
    from hotlint.stacks.resource import StackResource
    from hotlint.stacks.update import StackUpdate


class Port(HeatType):
    """OS::Neutron::Port, beyond its schema."""

    types = ("OS::Neutron::Port",)
    made_for = "neutron.port"
    names_things = {("security_groups",): "neutron.security_group"}
    echoes = ("name",)
    mirrors = {"admin_state_up": "admin_state_up", "mac_address": "mac_address", "name": "name"}
    follows = {"fixed_ips": ("subnets",), "network": ("network_id",), "qos_policy": ("qos_policy_id",)}
    allocated = {"fixed_ips": Follows("fixed_ips", ("ip_address",))}
    always_new = ("mac_address",)
    shown_properties = ("name", "admin_state_up", "mac_address", "description", "port_security_enabled")
    unique = (Unique("Neutron", "port", ("mac_address", "network")),)
    lost_when_gone = "the address of port"
    looked_up = frozenset({("fixed_ips", "subnet"), ("network",)})
    quota = (NETWORK, "ports")

    def always_replaced(self, values: Mapping[str, Value]) -> str | None:
        if values.get("replacement_policy") == "REPLACE_ALWAYS":
            return "its replacement_policy is REPLACE_ALWAYS: every update of the stack replaces it"
        return None

    def fails_to_be_replaced(self, old: StackResource, new: StackResource, update: StackUpdate) -> str:
        from hotlint.heat_types.neutron._floating import associated  # not in a check

        said = associated(old.name, update)
        return f"Heat first takes the addresses of the old port, which Neutron refuses while {said}" if said else ""

    def fails_to_change(self, old: StackResource, new: StackResource, update: StackUpdate) -> str:
        from hotlint.heat_types.neutron._floating import moves, needing

        users = [said for said, port, _ in needing(update) if port == old.name] if moves(old, new, update) else []
        return f"Neutron refuses to change its address, since floating IP {users[0]}" if users else ""

    def fixed_addresses(self, values: Mapping[str, Value]) -> Iterator[FixedAddress]:
        for path, item in mappings_in(values, "fixed_ips"):
            yield from claim(path, item, "ip_address", values.get("network"), item.get("subnet"))
