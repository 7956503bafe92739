from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.neutron._segments import ONLY_SEGMENT, taken_segment
from hotlint.heat_types.refusals import NEUTRON_NAME, Limit, Refusal
from hotlint.resource_types.property_relations import OnlyWhen, Reads, Requires, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_LAST_VLAN = 4094


class Segment(HeatType):
    """OS::Neutron::Segment: a physical network and a segment where the network type has them."""

    types = ("OS::Neutron::Segment",)
    thing = "the segment"
    # Source: neutron_lib/api/definitions/segment.py
    service_demands = (ONLY_SEGMENT,)
    limits = (*NEUTRON_NAME, Limit("physical_network", 0, 64))
    reads = (Reads(("network_type", "physical_network", "segmentation_id")),)
    relations = (
        Requires("network_type", ("physical_network",), ("flat", "vlan")),
        Requires("network_type", ("segmentation_id",), ("vlan",)),
        OnlyWhen(("segmentation_id",), "network_type", ("local", "flat"), negated=True),
        OnlyWhen(("physical_network",), "network_type", ("vxlan", "gre", "geneve"), negated=True),
    )
    demands = ("'segmentation_id' is at most 4094 when 'network_type' is 'vlan'",)
    bad = ("{network: n, network_type: flat}",)
    good = ("{network: n, network_type: vlan, physical_network: p, segmentation_id: 5}",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        return taken_segment(owner, stack)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        number = values["segmentation_id"]
        if values["network_type"] == "vlan" and isinstance(number, int) and number > _LAST_VLAN:
            yield invalid(
                values, "segmentation_id", f"'segmentation_id' of {it.type} is above the last VLAN ({_LAST_VLAN})"
            )
