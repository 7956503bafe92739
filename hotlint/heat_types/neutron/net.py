from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import mapping, properties
from hotlint.heat_types.neutron._segments import ONLY_SEGMENT, PHYSICAL, segment_problems, taken_segment
from hotlint.heat_types.neutron._value_specs import (
    DEMAND,
    FORMS,
    ONLY_KNOWN_ATTRIBUTES,
    refused_attributes,
    value_specs,
)
from hotlint.heat_types.quotas import NETWORK
from hotlint.heat_types.refusals import NEUTRON_NAME, Refusal
from hotlint.heat_types.rights import Right
from hotlint.resource_types.property_relations import Reads
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_USUAL_MTU = 1500
_SEGMENT = (
    "'segmentation_id' of a VLAN is 1 to 4094; 'physical_network' is given with flat, with the number of a VLAN, and with no "
    "tunnel"
)


class Net(HeatType):
    """OS::Neutron::Net: names that `value_specs` must not hold.

    Other types with `value_specs` do not look at the result of Heat's check (OS::Neutron::Port did until Heat 16).
    """

    types = ("OS::Neutron::Net",)
    idle = "nothing of the template is connected to it"
    is_found_outside = True
    rights = (
        Right("create_network:shared", ("shared",), value=True),
        Right("create_network:router:external", ("value_specs", "router:external"), value=True),
        Right("create_network:provider:network_type", ("value_specs", "provider:network_type")),
        Right("create_network:provider:physical_network", ("value_specs", "provider:physical_network")),
        Right("create_network:provider:segmentation_id", ("value_specs", "provider:segmentation_id")),
    )
    makes = "neutron.network"
    made_for = "neutron.network"
    echoes = ("name",)
    mirrors = {"admin_state_up": "admin_state_up", "name": "name", "shared": "shared"}
    follows = {"qos_policy": ("qos_policy_id",)}
    shown_properties = ("name", "admin_state_up", "shared", "port_security_enabled", "mtu")
    quota = (NETWORK, "networks")
    unremovable = {"dhcp_agent_ids": "Heat takes the network off all DHCP agents, also those that Neutron has chosen"}
    kept_once_given = ("dns_domain", "port_security_enabled")
    thing = "the network"
    # Source: neutron/plugins/ml2/drivers/type_vlan.py
    limits = NEUTRON_NAME
    service_demands = (
        f"in 'value_specs', with the prefix 'provider:', {_SEGMENT}",
        f"with these, {ONLY_SEGMENT}",
        "in 'value_specs', 'mtu' is not negative",
        FORMS,
    )
    settings = (
        "in 'value_specs', 'mtu' is not larger than that of the physical networks (global_physnet_mtu, by default 1500)",
        "in 'value_specs', the physical network of 'provider:physical_network' is set up (network_vlan_ranges)",
        ONLY_KNOWN_ATTRIBUTES,
    )
    extra_attributes = (
        "availability_zone_hints", "dns_domain", "ha", "is_default", "mtu", "port_security_enabled",
        "provider:network_type", "provider:physical_network", "provider:segmentation_id", "qos_policy_id",
        "router:external", "segments", "shared", "tags",
    )  # fmt: skip
    reads = (Reads(("value_specs",)),)
    demands = (DEMAND,)
    bad = (
        """
        value_specs: {shared: true}
                     ^^^^^^^^^^^^^^
        """,
    )
    good = ("{shared: true, value_specs: {mtu: 1400}}",)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        return value_specs(values, it)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        yield from refused_attributes(owner, self.extra_attributes)
        yield from taken_segment(owner, stack)
        specs = mapping(properties(owner), "value_specs")
        if specs is None:
            return
        mtu = specs.number("mtu")
        if mtu is not None and mtu < 0:
            yield specs.refuse("mtu", f"{mtu} is negative")
        elif mtu is not None and mtu > _USUAL_MTU:
            message = f"{mtu} is larger than what the physical networks take by default ({_USUAL_MTU})"
            yield specs.refuse("mtu", message, "setting")
        wrong = list(segment_problems(specs, "provider:"))
        yield from wrong
        kind, name = specs.text("provider:network_type"), specs.text("provider:physical_network")
        if not wrong and kind in PHYSICAL and name is not None:
            message = f"the cloud may not offer networks of type {kind} on the physical network '{name}'"
            yield specs.refuse("provider:physical_network", message, "setting")
