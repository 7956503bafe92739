"""What Neutron refuses of networks: segments outside of their range, packets that are too large, and others."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._limits import Limit
from hotlint_rules.services._model import Refusal, ServiceRules, mapping, properties
from hotlint_rules.services._neighbors import Neighbors

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Final

_SEGMENTS: Final = {"vlan": (1, 4094), "vxlan": (1, 2**24 - 1), "geneve": (1, 2**24 - 1), "gre": (1, 2**32 - 1)}
_USUAL_MTU: Final = 1500


class NetRules(ServiceRules):
    """What Neutron refuses of OS::Neutron::Net."""

    types = ("OS::Neutron::Net",)
    service = "Neutron"
    thing = "the network"
    source = "neutron/plugins/ml2/drivers/type_vlan.py"
    limits = (Limit("name", 0, 255),)
    demands = (
        "in 'value_specs', 'provider:segmentation_id' is in the range of 'provider:network_type' (of a VLAN: 1 to 4094)",
        "in 'value_specs', 'mtu' is not negative",
    )
    settings = (
        "in 'value_specs', 'mtu' is not larger than that of the physical networks (global_physnet_mtu, by default 1500)",
        "in 'value_specs', the physical network of 'provider:physical_network' is set up (network_vlan_ranges)",
    )

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        specs = mapping(properties(owner), "value_specs")
        if specs is None:
            return
        mtu = specs.number("mtu")
        if mtu is not None and mtu < 0:
            yield specs.refuse("mtu", f"{mtu} is negative")
        elif mtu is not None and mtu > _USUAL_MTU:
            message = f"{mtu} is larger than what the physical networks take by default ({_USUAL_MTU})"
            yield specs.refuse("mtu", message, "setting")
        kind, segment = specs.text("provider:network_type"), specs.number("provider:segmentation_id")
        span = _SEGMENTS.get(kind or "")
        if span is not None and segment is not None and not span[0] <= segment <= span[1]:
            message = f"{segment} is not the number of a segment of type {kind} ({span[0]} to {span[1]})"
            yield specs.refuse("provider:segmentation_id", message)
        elif kind in ("vlan", "flat") and specs.text("provider:physical_network") is not None:
            name = specs["provider:physical_network"]
            message = f"the cloud may not offer networks of type {kind} on the physical network '{name}'"
            yield specs.refuse("provider:physical_network", message, "setting")


class ProviderNetRules(ServiceRules):
    """What Neutron refuses of OS::Neutron::ProviderNet."""

    types = ("OS::Neutron::ProviderNet",)
    service = "Neutron"
    thing = "the network"
    source = "neutron/plugins/ml2/drivers/type_vlan.py"
    limits = (Limit("name", 0, 255),)
    demands = ("'segmentation_id' of a 'network_type' vlan is given only with 'physical_network'",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        net = properties(owner)
        if (
            net["network_type"] == "vlan"
            and net.is_known("physical_network", "segmentation_id")
            and net["segmentation_id"] is not None
            and net["physical_network"] is None
        ):
            yield net.refuse("segmentation_id", "a segment of a VLAN requires 'physical_network'")
