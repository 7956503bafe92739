"""What Neutron refuses of networks: segments outside of their range, packets that are too large, and others."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._limits import NEUTRON_NAME, Limit
from hotlint_rules.services._model import Item, Refusal, ServiceRules, mapping, properties
from hotlint_rules.services._neighbors import Neighbors
from hotlint_rules.services._neutron import ONLY_KNOWN_ATTRIBUTES, unknown_attributes

_VLANS = (1, 4094)
_USUAL_MTU = 1500
_PHYSICAL = ("vlan", "flat")
"""Types of networks that are on a physical network."""
_WITHOUT = ("vxlan", "geneve", "gre", "local")
_SEGMENT = (
    "'segmentation_id' of a VLAN is 1 to 4094; 'physical_network' is given with flat, with the number of a VLAN, and with no "
    "tunnel"
)


class NetRules(ServiceRules):
    """What Neutron refuses of OS::Neutron::Net."""

    types = ("OS::Neutron::Net",)
    service = "Neutron"
    thing = "the network"
    source = "neutron/plugins/ml2/drivers/type_vlan.py"
    limits = NEUTRON_NAME
    demands = (
        f"in 'value_specs', with the prefix 'provider:', {_SEGMENT}",
        "in 'value_specs', 'mtu' is not negative",
    )
    settings = (
        "in 'value_specs', 'mtu' is not larger than that of the physical networks (global_physnet_mtu, by default 1500)",
        "in 'value_specs', the physical network of 'provider:physical_network' is set up (network_vlan_ranges)",
        ONLY_KNOWN_ATTRIBUTES,
    )

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        yield from unknown_attributes(owner)
        specs = mapping(properties(owner), "value_specs")
        if specs is None:
            return
        mtu = specs.number("mtu")
        if mtu is not None and mtu < 0:
            yield specs.refuse("mtu", f"{mtu} is negative")
        elif mtu is not None and mtu > _USUAL_MTU:
            message = f"{mtu} is larger than what the physical networks take by default ({_USUAL_MTU})"
            yield specs.refuse("mtu", message, "setting")
        wrong = list(_segment(specs, "provider:"))
        yield from wrong
        kind, name = specs.text("provider:network_type"), specs.text("provider:physical_network")
        if not wrong and kind in _PHYSICAL and name is not None:
            message = f"the cloud may not offer networks of type {kind} on the physical network '{name}'"
            yield specs.refuse("provider:physical_network", message, "setting")


def _segment(item: Item, prefix: str = "") -> Iterator[Refusal]:
    """Yield what is wrong with the segment of a network: its number, or a part that its type has not or requires."""
    names = [f"{prefix}{name}" for name in ("network_type", "physical_network", "segmentation_id")]
    kind, physical, segment = (item[name] for name in names)
    number = int(segment) if isinstance(segment, str) and segment.isdecimal() else segment
    if not item.is_known(*names):
        return
    if kind in _WITHOUT and physical:
        yield item.refuse(names[1], f"a network of type {kind} is on no physical network")
    elif kind == "flat" and not physical:
        yield item.refuse(names[0], f"a flat network requires '{names[1]}'")
    elif kind in ("flat", "local") and number:
        yield item.refuse(names[2], f"a network of type {kind} has no number")
    elif kind == "vlan" and number is not None and not physical:
        yield item.refuse(names[2], f"the number of a VLAN requires '{names[1]}'")
    elif kind == "vlan" and isinstance(number, int) and not _VLANS[0] <= number <= _VLANS[1]:
        yield item.refuse(names[2], f"{number} is not the number of a VLAN ({_VLANS[0]} to {_VLANS[1]})")


class ProviderNetRules(ServiceRules):
    """What Neutron refuses of OS::Neutron::ProviderNet."""

    types = ("OS::Neutron::ProviderNet",)
    service = "Neutron"
    thing = "the network"
    source = "neutron/plugins/ml2/drivers/type_vlan.py"
    limits = (*NEUTRON_NAME, Limit("physical_network", 0, 64))
    demands = (
        "'segmentation_id' of a VLAN is 1 to 4094; 'physical_network' is given with flat, and with the number of a VLAN",
    )

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        net = properties(owner)
        kind = net["network_type"]
        if (kind in ("flat", "local") and net["segmentation_id"]) or (
            kind not in _PHYSICAL and net["physical_network"]
        ):
            return  # Heat itself refuses it
        yield from _segment(net)
