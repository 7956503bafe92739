"""The attributes that Neutron's resources have, as `value_specs` gives them: those of neutron-lib's definitions."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._model import Refusal, mapping, properties

ONLY_KNOWN_ATTRIBUTES = "'value_specs' has attributes of extensions that Neutron runs"

_ALL = ("admin_state_up", "description", "name", "project_id", "tenant_id")
_ATTRIBUTES = {
    "OS::Neutron::FloatingIP": (
        "distributed", "dns_domain", "dns_name", "fixed_ip_address", "floating_ip_address", "floating_network_id",
        "port_id", "qos_policy_id", "router_id", "subnet_id",
    ),
    "OS::Neutron::Net": (
        "availability_zone_hints", "dns_domain", "ha", "is_default", "mtu", "port_security_enabled", "project_default",
        "provider:network_type", "provider:physical_network", "provider:segmentation_id", "pvlan", "qinq",
        "qos_policy_id", "router:external", "segments", "shared", "tags", "vlan_transparent",
    ),
    "OS::Neutron::Port": (
        "allowed_address_pairs", "binding:host_id", "binding:profile", "binding:vnic_type", "device_id", "device_owner",
        "device_profile", "dns_domain", "dns_name", "extra_dhcp_opts", "fixed_ips", "hardware_offload_type", "hints",
        "mac_address", "network_id", "numa_affinity_policy", "port_security_enabled", "propagate_uplink_status",
        "pvlan_community", "pvlan_type", "qos_policy_id", "security_groups", "tags", "trusted",
    ),
    "OS::Neutron::Router": (
        "availability_zone_hints", "distributed", "enable_default_route_bfd", "enable_default_route_ecmp",
        "enable_ndp_proxy", "evpn_vni", "external_gateway_info", "flavor_id", "ha", "service_type_id", "tags",
    ),
    "OS::Neutron::Subnet": (
        "allocation_pools", "cidr", "dns_nameservers", "dns_publish_fixed_ip", "enable_dhcp", "gateway_ip",
        "host_routes", "ip_version", "ipv6_address_mode", "ipv6_ra_mode", "network_id", "prefixlen", "segment_id",
        "service_types", "subnetpool_id", "tags", "use_default_subnetpool",
    ),
}  # fmt: skip


def unknown_attributes(owner: Deployed) -> Iterator[Refusal]:
    """Yield the names in `value_specs` that neither Neutron nor an extension of its own has."""
    specs = mapping(properties(owner), "value_specs")
    known = (*_ALL, *_ATTRIBUTES[owner.type.name])
    for name in specs.values if specs is not None else ():
        if isinstance(name, str) and name not in known and specs is not None:
            message = f"an attribute '{name}' requires an extension that not every cloud has"
            yield specs.refuse(name, message, "setting")
