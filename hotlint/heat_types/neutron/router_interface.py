from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from hotlint.cloud.addresses import in_ranges, parse_address, parse_cidr
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.items import Item, properties
from hotlint.heat_types.neutron._routers import INTERFACE
from hotlint.heat_types.neutron._subnets import (
    SubnetFacts,
    block_keys,
    lacks_address,
    named_subnet,
    overlapping,
    subnets_of_interface,
)
from hotlint.heat_types.neutron.port import ports_with
from hotlint.heat_types.quotas import NETWORK, Cost, Flavors
from hotlint.heat_types.refusals import Refusal
from hotlint.language.origins import id_of
from hotlint.language.values import Value
from hotlint.resource_types.property_relations import ExactlyOne, Reads
from hotlint.stacks.neighbors import Key, Neighbors, key
from hotlint.stacks.records import StackResource

if TYPE_CHECKING:
    from hotlint.heat_types.base import Staying
    from hotlint.stacks.update import RunningThing, StackUpdate


def _subnet(owner: StackResource) -> Hashable:
    return key(owner.values.get("subnet"))


def _same_subnet(owner: StackResource, other: StackResource, stack: Neighbors) -> str:
    """Return why a subnet has no second interface: the router has it already, or another one its gateway."""
    router = key(owner.values.get("router"))
    if router is not None and key(other.values.get("router")) == router:
        return f"the router has the subnet already, by '{other.place}'"
    is_made = stack.maker(owner.values.get("subnet"), "OS::Neutron::Subnet") is not None
    return f"the gateway of the subnet is taken by the router of '{other.place}'" if is_made else ""


class RouterInterface(HeatType):
    """OS::Neutron::RouterInterface: a subnet or a port."""

    types = ("OS::Neutron::RouterInterface",)
    is_stuck_once_failed = True
    is_link = True
    unique = (
        Unique("Neutron", "router interface", ("subnet",), _subnet, _same_subnet),
        Unique("Neutron", "router interface", ("port",)),  # 409 PortInUse: Heat tries again for two minutes, then fails
    )
    looked_up = frozenset({("port",), ("router",), ("subnet",)})
    verb = "adds"
    thing = "the interface to the router"
    # Source: neutron/db/l3_db.py
    service_demands = (
        "the router has no other interface of the subnet, nor one whose subnet overlaps it",
        "the port has an address",
        "the subnet has a gateway, whose address is in the subnet and taken by no port or other router",
        "the subnet does not get its router's announcements from elsewhere ('ipv6_address_mode' without 'ipv6_ra_mode')",
    )
    reads = (Reads(("subnet_id", "subnet", "port_id", "port")),)
    relations = (ExactlyOne(("subnet", "port")),)
    bad = ("{router: r}",)
    good = ("{router: r, subnet: s}",)

    def costs(self, values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
        if values.get("port") is None:
            yield Cost((NETWORK, "ports"), 1)

    def why_needed_now(self, runs: RunningThing, changed: Mapping[str, Value], staying: Staying) -> str:
        from hotlint.heat_types.neutron._floating import needing_now  # not in a check

        why = needing_now(runs.properties.get("router"), runs.properties.get("subnet"), staying) if not changed else ""
        return why and f"Neutron refuses to delete it, {why}"

    def fails_to_go(self, old: StackResource, update: StackUpdate) -> str:
        from hotlint.heat_types.neutron._floating import is_on, needed_by  # not in a check

        return needed_by(update, lambda port, network: is_on(port, old.values.get("subnet"), update))

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        interface = properties(owner)
        maker = stack.maker(interface["subnet"], "OS::Neutron::Subnet")
        subnet = named_subnet(interface["subnet"], owner, stack) if maker is not None else None
        if subnet is not None:
            yield from _gateway(interface, subnet)
            for port in ports_with(subnet.gateway, subnet, owner, stack) if subnet.gateway is not None else ():
                message = (
                    f"the gateway of subnet '{subnet.name}' ({subnet.gateway}) is the address of port '{port.place}'"
                )
                yield interface.refuse("subnet", message, "neighbor", port)
                return
        yield from _gateway_in_use(interface, stack)
        maker = stack.maker(interface["port"], "OS::Neutron::Port")
        if maker is not None and lacks_address(maker, stack):
            yield interface.refuse("port", f"port '{maker.place}' has no address", "neighbor", maker)
            return
        taken, router = any(self.taken(owner, stack)), key(interface["router"])
        in_question = _in_question(interface, router, stack) if router is not None and not taken else ()
        for other in stack.rivals(owner, in_question):
            problem = _overlap(interface, properties(other), stack)
            if problem is not None:
                yield problem
                return


def _gateway_in_use(interface: Item, stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal of a subnet of the cloud whose gateway something has already."""
    name = interface.text("subnet")
    found = stack.cloud.find("neutron.subnet", name) if stack.cloud is not None and name else ()
    entry = found[0].entry if len(found) == 1 else {}
    gateway = parse_address(entry.get("gateway"))
    if gateway is not None and in_ranges(gateway, map(str, entry.get("used") or ())):
        message = f"the gateway of subnet '{name}' ({gateway}) is in use already; ignore this if this stack uses it"
        yield interface.refuse("subnet", message, "setting")


def _gateway(interface: Item, subnet: SubnetFacts) -> Iterator[Refusal]:
    """Yield what keeps a subnet from being the one of a router."""
    if subnet.has_gateway is False:
        yield interface.refuse("subnet", f"subnet '{subnet.name}' has no gateway", "neighbor", subnet.owner)
    elif subnet.gateway is not None and subnet.gateway not in subnet.cidr:
        message = f"the gateway of subnet '{subnet.name}' ({subnet.gateway}) is outside of it ({subnet.cidr})"
        yield interface.refuse("subnet", message, "neighbor", subnet.owner)
    values = properties(subnet.owner) if subnet.owner is not None else None
    if values is not None and values.text("ipv6_address_mode") and values["ipv6_ra_mode"] is None:
        message = f"subnet '{subnet.name}' gets announcements from another router ('ipv6_address_mode' without 'ipv6_ra_mode')"
        yield interface.refuse("subnet", message, "neighbor", subnet.owner)


def _in_question(interface: Item, router: Key, stack: Neighbors) -> Iterator[StackResource]:
    """Yield the interfaces of a router whose subnets overlap that of one, and those whose subnets the template does not tell."""
    mine = subnets_of_interface(interface, interface.owner, stack) or ()
    blocks = (one for subnet, _ in mine for one in overlapping(subnet.cidr, "", _blocks, "OS::Neutron::Subnet", stack))
    names = dict.fromkeys(subnet.place for block in blocks for subnet in block)
    found = [stack.sharing((router, name), _told, INTERFACE) for name in (None, *names)]
    return stack.in_order(*filter(None, found))


def _told(interface: StackResource) -> Iterator[Hashable]:
    its = properties(interface)
    yield key(its["router"]), id_of(its["subnet"]) if its["port"] is None else None


def _blocks(subnet: StackResource) -> Iterator[Hashable]:
    return block_keys("", [parse_cidr(properties(subnet).text("cidr"))])


def _overlap(interface: Item, its: Item, stack: Neighbors) -> Refusal | None:
    """Return that two subnets of a router are one or overlap; None where they do not, or that is not known."""
    mine, others = (subnets_of_interface(one, interface.owner, stack) or () for one in (interface, its))
    name = "port" if interface["port"] is not None else "subnet"
    for subnet, _ in mine:
        for other, _ in others:
            if subnet.name == other.name and subnet.owner is other.owner:
                message = f"the router has subnet '{subnet.name}' already, by '{its.owner.place}'"
                return interface.refuse(name, message, "neighbor", its.owner)
            if subnet.cidr.version == other.cidr.version and subnet.cidr.overlaps(other.cidr):
                words = f"overlaps subnet '{other.name}' ({other.cidr}), which the router has as well"
                return interface.refuse(
                    name, f"subnet '{subnet.name}' ({subnet.cidr}) {words}", "neighbor", other.owner
                )
    return None
