"""What Neutron refuses of the policies of VPN connections: lifetimes."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import mapping, properties
from hotlint.heat_types.refusals import NEUTRON_NAME, Refusal
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_LEAST = 60


class Lifetimes(HeatType):
    """Base of the policies that have a `lifetime`."""

    thing = "the policy"
    # Source: neutron_lib/api/definitions/vpn.py
    limits = NEUTRON_NAME
    service_demands = (f"in 'lifetime', 'units' is seconds, and 'value' at least {_LEAST}",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        lifetime = mapping(properties(owner), "lifetime")
        if lifetime is None:
            return
        value = lifetime.number("value")
        if lifetime.text("units") == "kilobytes":
            yield lifetime.refuse("units", "a lifetime is counted in seconds")
        elif value is not None and value < _LEAST:
            yield lifetime.refuse("value", f"{value} is below {_LEAST}")
