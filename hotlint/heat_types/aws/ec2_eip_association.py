from __future__ import annotations

from collections.abc import Mapping

from hotlint.heat_types.base import HeatType
from hotlint.language.values import Value
from hotlint.resource_types.property_relations import AtLeastOne, ExactlyOne, Reads, Requires


class EC2EIPAssociation(HeatType):
    """AWS::EC2::EIPAssociation: one address, and what it is for."""

    types = ("AWS::EC2::EIPAssociation",)
    refers_by_id = False
    reads = (Reads(("InstanceId", "EIP", "AllocationId", "NetworkInterfaceId")),)
    relations = (
        ExactlyOne(("EIP", "AllocationId"), meaning="true"),
        Requires("EIP", ("InstanceId",), meaning="true"),
        AtLeastOne(("InstanceId", "NetworkInterfaceId"), meaning="true"),
    )
    bad = (
        """
        EIP: 10.0.0.1
        AllocationId: a
        ^^^^^^^^^^^^
        InstanceId: i
        """,
    )
    good = ("{EIP: 10.0.0.1, InstanceId: i}",)

    update_notes = dict.fromkeys(
        ("InstanceId", "NetworkInterfaceId"), "If the address changes as well, Heat replaces the association."
    )

    def effect(self, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str] | None:
        """Heat updates the address, or what it is attached to, in place, but not both."""
        if name not in ("InstanceId", "NetworkInterfaceId") or not values.get(name):
            return None
        moved = next((n for n in ("AllocationId", "EIP") if was.get(n) != values.get(n)), None)
        return ("replace", f"{moved} changes with {name}") if moved is not None else None
