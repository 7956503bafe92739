from __future__ import annotations

from hotlint.heat_types.neutron._association import THROUGH, Associated, waits_for_interface
from hotlint.stacks.creation_order import CreationOrder
from hotlint.stacks.records import StackResource


class FloatingIPAssociation(Associated):
    """OS::Neutron::FloatingIPAssociation, beyond its schema."""

    types = ("OS::Neutron::FloatingIPAssociation",)
    is_stuck_once_failed = True
    is_link = True
    waits_for = {"OS::Neutron::RouterInterface": THROUGH}

    def waits(self, owner: StackResource, other: StackResource, order: CreationOrder) -> bool:
        return waits_for_interface(owner, other, order)
