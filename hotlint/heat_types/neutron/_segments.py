"""What Neutron refuses of networks: segments outside of their range, packets that are too large, and others."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from hotlint.heat_types.items import Item, mapping, properties
from hotlint.heat_types.refusals import Refusal
from hotlint.stacks.neighbors import Neighbors, only
from hotlint.stacks.records import StackResource

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


ONLY_SEGMENT = "no other network is of the same type on the same physical network with the same number"


def taken_segment(owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal where another network, or one of the cloud, has the segment of a network."""
    wanted, (item, prefix) = _segment(owner), _segment_item(owner)
    if wanted is None or item is None:
        return
    name = f"{prefix}segmentation_id" if item[f"{prefix}segmentation_id"] else ""
    for other in stack.rivals(owner, stack.sharing(wanted, only(_segment), *_NETS)):
        what = "segment" if other.type == _NETS[-1] else "network"
        message = f"{what} '{other.place}' {'is' if what == 'segment' else 'has'} the same segment"
        yield item.refuse(name, message, "neighbor", other)
        return
    cloud = stack.cloud
    for thing in cloud.things("neutron.network") if cloud is not None else ():
        if tuple(thing.entry.get(n) for n in ("network_type", "physical_network", "segmentation_id")) == wanted:
            message = f"network '{thing.name}' of the cloud has the same segment; ignore this if this stack created it"
            yield item.refuse(name, message, "setting")


_NETS = ("OS::Neutron::Net", "OS::Neutron::ProviderNet", "OS::Neutron::Segment")


def _segment_item(owner: StackResource) -> tuple[Item | None, str]:
    """Return the mapping that gives the segment of a network, and what the names in it begin with."""
    if owner.type == _NETS[0]:
        return mapping(properties(owner), "value_specs"), "provider:"
    return properties(owner), ""


def _segment(owner: StackResource) -> Hashable:
    """Return the segment that a network takes; None where it is not known, or Neutron chooses."""
    item, prefix = _segment_item(owner)
    kind = item.text(f"{prefix}network_type") if item is not None else None
    physical, number = (
        item[f"{prefix}{n}"] if item is not None else None for n in ("physical_network", "segmentation_id")
    )
    number = int(number) if isinstance(number, str) and number.isdecimal() else number
    if kind == "flat":
        return (kind, physical, None) if isinstance(physical, str) else None
    is_known = isinstance(number, int) and (isinstance(physical, str) or (kind != "vlan" and physical is None))
    return (kind, physical, number) if kind is not None and is_known else None
