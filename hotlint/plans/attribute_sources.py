"""The properties that attributes follow, where these have other names or are what the property says."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from hotlint.language.values import Value

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
