"""Shared by the rules on Neutron: the attributes that `value_specs` may give, and routers as neighbors."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.values import MARKS, Value
from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._model import Refusal, mapping, properties
from hotlint_rules.services._neighbors import Neighbors, by

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


NET = "OS::Neutron::Net"
ROUTER = "OS::Neutron::Router"
INTERFACE = "OS::Neutron::RouterInterface"


def is_inside(network: Value, stack: Neighbors) -> Deployed | None:
    """Return the network of the template that a value means, when it is known not to be external; None for any other."""
    made = stack.maker(network, NET)
    if made is None:
        return None
    values = properties(made)
    specs = mapping(values, "value_specs")
    if specs is None:
        return made if values["value_specs"] is None else None
    outside = specs["router:external"]
    return (
        made if not specs.is_open and (outside is None or str(outside).lower() in ("false", "0", "no", "off")) else None
    )


def interfaces(subnet: Deployed, stack: Neighbors) -> tuple[list[Deployed], bool]:
    """Return the router interfaces of a subnet of the template, and whether there may be more."""
    unknown = stack.sharing(None, by("subnet"), INTERFACE)
    more = any(o.values.get("port") is not None or isinstance(o.values.get("subnet"), MARKS) for o in unknown)
    return stack.sharing(key_of(subnet), by("subnet"), INTERFACE), more


def key_of(owner: Deployed) -> str:
    """Return the key of the id of a resource: see `key`."""
    return repr(("reference", owner.resource.name))


def gateways(router: Deployed, stack: Neighbors) -> Iterator[tuple[Deployed, Value]]:
    """Yield the networks that a router of the template leads to, each with the resource that says so."""
    info = router.values.get("external_gateway_info")
    if isinstance(info, MARKS):
        inner = mapping(properties(router), "external_gateway_info")
        yield router, inner["network"] if inner is not None else info
    elif isinstance(info, dict):
        yield router, info.get("network")
    for wanted in (key_of(router), None):
        for other in stack.sharing(wanted, by("router_id"), "OS::Neutron::RouterGateway"):
            yield other, other.values.get("network")
