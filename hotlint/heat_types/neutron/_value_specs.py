"""What Heat itself refuses in `value_specs`, and what Neutron refuses of the attributes there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hotlint.cloud.addresses import parse_address
from hotlint.heat_types._shared import known
from hotlint.heat_types.ignored import Ignored
from hotlint.heat_types.items import mapping, properties
from hotlint.heat_types.refusals import ID, Refusal
from hotlint.language.values import MARKS, Value, show
from hotlint.resource_types.property_relations import invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.records import StackResource

DEMAND = "'value_specs' has neither 'shared', 'tenant_id' nor the name of another property"
"""Heat: `validate_properties` of heat/engine/resources/openstack/neutron/neutron.py."""
ONLY_KNOWN_ATTRIBUTES = "'value_specs' has attributes of extensions that Neutron runs"
FORMS = "in 'value_specs', flags are booleans, numbers and ids are such, and no attribute is one that Neutron sets"

_ALL = ("admin_state_up", "description", "name", "project_id", "tenant_id")
_SET_BY_NEUTRON = (
    "availability_zones", "binding:vif_details", "binding:vif_type", "created_at", "data_plane_status", "dns_assignment", "id",
    "ip_allocation", "ipv4_address_scope", "ipv6_address_scope", "l2_adjacency", "port_details", "port_forwardings",
    "qos_network_policy_id", "resource_request", "revision_number", "router_id", "routes", "status", "subnets", "trunk_details",
    "updated_at",
)  # fmt: skip
_FLAGS = (
    "admin_state_up", "distributed", "enable_dhcp", "ha", "is_default", "port_security_enabled", "router:external",
    "use_default_subnetpool",
)  # fmt: skip
_FLAG = ("1", "t", "true", "on", "y", "yes", "0", "f", "false", "off", "n", "no")
_NUMBERS = ("ip_version", "mtu", "prefixlen", "provider:segmentation_id")
_IDS = ("floating_network_id", "network_id", "port_id", "qos_policy_id", "segment_id", "subnet_id")
_ADDRESSES = ("fixed_ip_address", "floating_ip_address", "gateway_ip")
_LISTS = (
    "allocation_pools", "allowed_address_pairs", "availability_zone_hints", "dns_nameservers", "extra_dhcp_opts",
    "fixed_ips", "host_routes", "security_groups", "segments", "service_types", "tags",
)  # fmt: skip
_MODES = ("dhcpv6-stateful", "dhcpv6-stateless", "slaac")
_CHOICES = {
    "binding:vnic_type": (
        "normal", "direct", "macvtap", "baremetal", "direct-physical", "virtio-forwarder", "smart-nic", "vdpa",
        "accelerator-direct", "accelerator-direct-physical", "remote-managed",
    ),
    "ipv6_address_mode": _MODES,
    "ipv6_ra_mode": _MODES,
    "numa_affinity_policy": ("required", "preferred", "legacy", "socket"),
}  # fmt: skip


def overridden(*names: str) -> tuple[Ignored, ...]:
    """Return that properties have no effect where `value_specs` has a key of the same name."""
    why = "Heat sends the value in 'value_specs' in its place"
    return tuple(Ignored(name, why, "value_specs", is_key=True) for name in names)


def value_specs(values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
    """Yield a problem when `value_specs` sets what is a property, or what only an administrator may set."""
    found = known(values["value_specs"])
    names: Iterable[object] = found if isinstance(found, dict) else ()
    declared = it.schema.properties if it.schema is not None else {}
    for name in names:
        if name in ("shared", "tenant_id") or name in declared:
            advice = ": give it as a property" if name in declared else ""
            yield invalid(values, "value_specs", f"'value_specs' of {it.type} must not have '{name}'{advice}")
            return


def refused_attributes(owner: StackResource, names: tuple[str, ...]) -> Iterator[Refusal]:
    """Yield what Neutron refuses in `value_specs`: other attributes than `names`, and values of another form."""
    specs = mapping(properties(owner), "value_specs")
    for name, value in specs.values.items() if specs is not None else ():
        if not isinstance(name, str) or specs is None:
            continue
        if name not in _ALL and name not in names:
            if name in _SET_BY_NEUTRON:
                yield specs.refuse(name, f"'{name}' is an attribute that only Neutron sets")
            else:
                message = f"an attribute '{name}' requires an extension that not every cloud has"
                yield specs.refuse(name, message, "setting")
        elif message := _form(name, value):
            yield specs.refuse(name, message)


def _form(name: str, value: Value) -> str:
    """Return what is wrong with the form of an attribute, as a clause; "" where nothing is."""
    if value is None or isinstance(value, MARKS):
        return ""
    said = show(value, 30)
    if name in _FLAGS and str(value).lower() not in _FLAG:
        return f"{said} is not a boolean"
    is_number = isinstance(value, int | float) or (isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d+\s*", value))
    if name in _NUMBERS and not is_number:
        return f"{said} is not a whole number"
    if name in _IDS and not (isinstance(value, str) and re.fullmatch(ID, value)):
        return f"{said} is not an id (Heat does not look up a name here)"
    if name in _ADDRESSES and (not isinstance(value, str) or parse_address(value) is None):
        return f"{said} is not an IP address"
    if name in _LISTS and not isinstance(value, list):
        return f"{said} is not a list"
    if name in _CHOICES and value not in _CHOICES[name]:
        return f"{said} is not one of {', '.join(_CHOICES[name])}"
    return ""
