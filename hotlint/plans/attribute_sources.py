"""Attributes in an update: the properties that they follow, and the addresses that a resource does not keep."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from hotlint.language.values import Value
from hotlint.plans.model import RecordedResource

_FOLLOWING: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "OS::Keystone::User": {"default_project": ("default_project_id",)},
    "OS::Neutron::Net": {"qos_policy": ("qos_policy_id",)},
    "OS::Neutron::Port": {"fixed_ips": ("subnets",), "network": ("network_id",), "qos_policy": ("qos_policy_id",)},
    "OS::Neutron::Subnet": {"allocation_pools": ("gateway_ip",)},
    "OS::Nova::Server": {"networks": ("accessIPv4", "accessIPv6", "addresses", "first_address")},
    "OS::Neutron::FloatingIP": {"port_id": ("fixed_ip_address", "router_id")},
    "OS::Octavia::Listener": {"default_pool": ("default_pool_id",)},
}
"""Attributes that follow properties of other names, by type and property."""
_MIRRORING: Final[Mapping[str, Mapping[str, str]]] = {
    "OS::Cinder::Volume": {"display_description": "description", "display_name": "name", "metadata_values": "metadata"},
    "OS::Heat::TestResource": {"output": "value"},
    "OS::Neutron::Net": {"admin_state_up": "admin_state_up", "name": "name", "shared": "shared"},
    "OS::Neutron::Port": {"admin_state_up": "admin_state_up", "mac_address": "mac_address", "name": "name"},
    "OS::Neutron::Router": {"admin_state_up": "admin_state_up", "name": "name"},
    "OS::Neutron::Subnet": {
        "cidr": "cidr", "enable_dhcp": "enable_dhcp", "gateway_ip": "gateway_ip", "name": "name",
        "network_id": "network",
    },
}  # fmt: skip
"""Attributes that are what a property says, where it is given, by type."""


def mirrored_property(type_name: str, path: Sequence[Value]) -> str:
    """Return the name of the property that an attribute shows; "" for any other attribute."""
    return _MIRRORING.get(type_name, {}).get(str(path[0]), "") if len(path) == 1 else ""


def mirrored_anywhere(attribute: str) -> set[str]:
    """Return the names of the properties that an attribute of this name shows, of any type."""
    return {mirrored[attribute] for mirrored in _MIRRORING.values() if attribute in mirrored}


def follows(type_name: str, attribute: str, changed: Collection[str]) -> bool:
    """Return whether an attribute may be another one after an update of these properties."""
    following = _FOLLOWING.get(type_name, {})
    return attribute == "show" or attribute in changed or any(attribute in following.get(p, ()) for p in changed)


_NOT_ADDRESSES: Final = frozenset({"OS-EXT-IPS:type", "subnet_id", "version"})
"""What stays in the entries of addresses."""
_ALLOCATED: Final[Mapping[str, Mapping[str, tuple[str, tuple[str, ...]]]]] = {
    "OS::Neutron::FloatingIP": {"floating_ip_address": ("floating_ip_address", ())},
    "OS::Neutron::Port": {"fixed_ips": ("fixed_ips", ("ip_address",))},
    "OS::Nova::Server": dict.fromkeys(("addresses", "first_address", "networks"), ("networks", ("fixed_ip", "port"))),
}
"""By type and attribute, what fixes its addresses: a property, which is not given, or whose items do not have these."""


def is_allocated(found: RecordedResource, path: Sequence[Value], given: Callable[[str], Value]) -> bool:
    """Return whether Neutron chooses the address that an attribute of a replaced resource shows.

    Neutron draws the address at random from the first 1,000 free ones of the subnet, so it is nearly always another one
    (`_generate_ips` of neutron/ipam/drivers/neutrondb_ipam).
    """
    fixed = _ALLOCATED.get(found.type, {}).get(str(path[0]))
    if fixed is None or path[-1] in _NOT_ADDRESSES:
        return False
    name, keys = fixed
    value = given(name)
    if not value:
        return value is None or value == []
    items = value if isinstance(value, list) and keys else [None]
    return all(isinstance(item, dict) and not any(item.get(key) for key in keys) for item in items)


def has_other_subnets(port: RecordedResource, fixed_ips: Value) -> bool:
    """Return whether a port moves to other subnets: of one network, these never overlap, so its addresses change."""
    before, after = (_subnets(v) for v in ((port.properties or {}).get("fixed_ips"), fixed_ips))
    return bool(before and after) and not any(subnet in before for subnet in after)


def _subnets(fixed_ips: Value) -> list[Value]:
    items = fixed_ips if isinstance(fixed_ips, list) else []
    found = [item.get("subnet") or item.get("subnet_id") for item in items if isinstance(item, dict)]
    return [subnet for subnet in found if subnet is not None]


def is_outside(address: Value, cidr: Value) -> bool:
    """Return whether an address is known to be outside of a network."""
    import ipaddress

    try:
        return ipaddress.ip_address(str(address)) not in ipaddress.ip_network(str(cidr), strict=False)
    except ValueError:
        return False
