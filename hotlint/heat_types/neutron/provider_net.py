from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.neutron._segments import ONLY_SEGMENT, PHYSICAL, segment_problems, taken_segment
from hotlint.heat_types.quotas import NETWORK
from hotlint.heat_types.refusals import NEUTRON_NAME, Limit, Refusal
from hotlint.resource_types.property_relations import OnlyWhen, Reads
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class ProviderNet(HeatType):
    """OS::Neutron::ProviderNet: a segment and a physical network only where the network type has them."""

    types = ("OS::Neutron::ProviderNet",)
    makes = "neutron.network"
    quota = (NETWORK, "networks")
    unchangeable = {"availability_zone_hints": "Neutron takes 'availability_zone_hints' only at creation"}
    thing = "the network"
    # Source: neutron/plugins/ml2/drivers/type_vlan.py
    limits = (*NEUTRON_NAME, Limit("physical_network", 0, 64))
    service_demands = (
        "'segmentation_id' of a VLAN is 1 to 4094; 'physical_network' is given with flat, and with the number of a VLAN",
        ONLY_SEGMENT,
    )
    reads = (
        Reads(("segmentation_id",)),
        Reads(("physical_network",), span=("24.0.0", None)),
        Reads(("network_type",), when="segmentation_id"),
    )
    relations = (
        OnlyWhen(("segmentation_id",), "network_type", ("vlan",), meaning="true", span=(None, "22.99.0")),
        OnlyWhen(
            ("segmentation_id",), "network_type", ("local", "flat"), meaning="true", span=("23.0.0", None), negated=True
        ),
        OnlyWhen(
            ("physical_network",),
            "network_type",
            ("vxlan", "gre", "geneve", "local"),
            meaning="true",
            span=("24.0.0", None),
            negated=True,
        ),
    )
    bad = (
        """
        network_type: flat
        physical_network: p
        segmentation_id: 5
        ^^^^^^^^^^^^^^^
        """,
    )
    good = ("{network_type: vlan, physical_network: p, segmentation_id: 5}",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        net = properties(owner)
        kind = net["network_type"]
        if (kind in ("flat", "local") and net["segmentation_id"]) or (kind not in PHYSICAL and net["physical_network"]):
            return  # Heat itself refuses it
        yield from segment_problems(net)
        yield from taken_segment(owner, stack)
