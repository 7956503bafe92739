from __future__ import annotations

from collections.abc import Hashable, Iterator

from hotlint.heat_types._shared import ports_of
from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.items import Item, items, properties
from hotlint.heat_types.refusals import NEUTRON_NAME, Kind, Refusal
from hotlint.stacks.neighbors import Key, Neighbors, by, key
from hotlint.stacks.records import StackResource

_TRUNK, _SERVER = "OS::Neutron::Trunk", "OS::Nova::Server"


def _sub_ports(trunk: StackResource) -> Iterator[Key | None]:
    return (key(sub["port"]) for sub in items(properties(trunk), "sub_ports"))


class Trunk(HeatType):
    """OS::Neutron::Trunk, beyond its schema."""

    types = ("OS::Neutron::Trunk",)
    unique = (Unique("Neutron", "trunk", ("port",)),)
    looked_up = frozenset({("port",), ("sub_ports", "port")})
    thing = "the trunk"
    # Source: neutron/services/trunk/rules.py
    limits = NEUTRON_NAME
    service_demands = (
        "'port' is that of no other trunk",
        "each port of 'sub_ports' is given once, and is a port of no other trunk, and of no server before",
        "no two of 'sub_ports' have the same 'segmentation_type' and 'segmentation_id'",
    )

    settings = ("'port' is that of no server before, unless its driver makes trunks of such ports",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        trunk = properties(owner)
        parent = key(trunk["port"])
        seen: dict[Hashable, str] = {}
        for sub in items(trunk, "sub_ports"):
            port, segment = key(sub["port"]), (sub["segmentation_type"], sub.number("segmentation_id"))
            if port is not None and port == parent:
                yield sub.refuse("port", "the port is that of the trunk itself")
            elif port is not None and port in seen:
                yield sub.refuse("port", "the port is given twice")
            elif segment[1] is not None and segment in seen:
                yield sub.refuse("segmentation_id", f"{segment[1]} is that of another port of the trunk")
            elif port is not None:
                yield from _of_another(sub, port, stack)
            seen |= {one: "" for one in (port, segment) if one is not None}
        for other in stack.rivals(owner, stack.sharing(parent, _sub_ports, _TRUNK)) if parent else ():
            message = f"the port belongs to the 'sub_ports' of trunk '{other.place}'"
            yield trunk.refuse("port", message, _kind(owner, other, stack), other)
            return
        for other in stack.rivals(owner, stack.sharing(parent, ports_of, _SERVER)) if parent else ():
            if stack.is_after(owner, other):
                message = f"the port is that of server '{other.place}', as which few drivers make a trunk of it"
                yield trunk.refuse("port", message, "setting", other)
                return


def _kind(owner: StackResource, other: StackResource, stack: Neighbors) -> Kind:
    """Return the kind of a refusal that Neutron may miss where Heat creates both trunks at the same time."""
    return "neighbor" if stack.is_after(owner, other) else "setting"


def _of_another(sub: Item, port: Key, stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal where something else has a port of the trunk."""
    owner = sub.owner
    for other in stack.rivals(owner, stack.sharing(port, _sub_ports, _TRUNK)):
        yield sub.refuse("port", f"the port belongs to trunk '{other.place}' as well", "neighbor", other)
        return
    for other in stack.rivals(owner, stack.sharing(port, by("port"), _TRUNK)):
        yield sub.refuse("port", f"the port is that of trunk '{other.place}' itself", _kind(owner, other, stack), other)
        return
    for other in stack.rivals(owner, stack.sharing(port, ports_of, _SERVER)):
        if stack.is_after(owner, other):
            yield sub.refuse("port", f"the port is that of server '{other.place}'", "neighbor", other)
            return
