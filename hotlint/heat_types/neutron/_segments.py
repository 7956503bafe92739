"""What Neutron refuses of networks: segments outside of their range, packets that are too large, and others."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.items import Item
from hotlint.heat_types.refusals import Refusal

_VLANS = (1, 4094)
PHYSICAL = ("vlan", "flat")
"""Types of networks that are on a physical network."""
_WITHOUT = ("vxlan", "geneve", "gre", "local")


def segment_problems(item: Item, prefix: str = "") -> Iterator[Refusal]:
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
