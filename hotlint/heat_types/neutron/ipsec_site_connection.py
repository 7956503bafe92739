from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import mapping, properties
from hotlint.heat_types.refusals import NEUTRON_NAME, Refusal
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_UNKNOWN = (
    "Heat sends its key 'actions', and Neutron knows only 'action' (neutron-lib refuses other keys since 2.2 or before)"
)


class IPsecSiteConnection(HeatType):
    """OS::Neutron::IPsecSiteConnection: no `dpd`, of which Heat sends a key that Neutron does not know."""

    types = ("OS::Neutron::IPsecSiteConnection",)
    thing = "the connection"
    # Source: neutron_lib/api/definitions/vpn.py
    limits = NEUTRON_NAME
    settings = (f"'dpd' is not given: {_UNKNOWN}",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        values = properties(owner)
        if mapping(values, "dpd") is not None:
            yield values.refuse("dpd", f"cannot be given: {_UNKNOWN}", "setting")
