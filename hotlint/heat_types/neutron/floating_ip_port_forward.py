from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.neutron._association import THROUGH, waits_for_interface
from hotlint.heat_types.refusals import Refusal
from hotlint.stacks.creation_order import CreationOrder
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class FloatingIPPortForward(HeatType):
    """OS::Neutron::FloatingIPPortForward, beyond its schema."""

    types = ("OS::Neutron::FloatingIPPortForward",)
    is_stuck_once_failed = True
    service = "Heat"
    thing = "the forwarding"
    # Source: heat/engine/resources/openstack/neutron/floatingip.py
    service_demands = (
        "'internal_port_number' is given: the schema does not require it, but the creation fails without it",
    )
    waits_for = {"OS::Neutron::RouterInterface": THROUGH}

    def waits(self, owner: StackResource, other: StackResource, order: CreationOrder) -> bool:
        return waits_for_interface(owner, other, order)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        if properties(owner)["internal_port_number"] is None:
            yield Refusal(owner, (), "needs 'internal_port_number'", "heat", of_type=True)
