from __future__ import annotations

from collections.abc import Mapping

from hotlint.heat_types.base import HeatType
from hotlint.language.values import Value


class EC2EIPAssociation(HeatType):
    """AWS::EC2::EIPAssociation, beyond its schema."""

    types = ("AWS::EC2::EIPAssociation",)
    refers_by_id = False

    def effect(self, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str] | None:
        """Heat updates the address, or what it is attached to, in place, but not both."""
        if name not in ("InstanceId", "NetworkInterfaceId") or not values.get(name):
            return None
        moved = next((n for n in ("AllocationId", "EIP") if was.get(n) != values.get(n)), None)
        return ("replace", f"{moved} changes with {name}") if moved is not None else None
