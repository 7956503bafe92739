"""What Neutron refuses of floating IPs: networks that are not external, ports that no router leads to, and their order."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.cloud.addresses import parse_address
from hotlint.common.annotations import ClassVar
from hotlint.common.records import NamedTuple
from hotlint.heat_types._shared import part
from hotlint.heat_types.base import HeatType, Waits
from hotlint.heat_types.items import Item, is_complete, items, properties
from hotlint.heat_types.neutron._routers import ROUTER, gateways, interfaces, is_inside
from hotlint.heat_types.neutron._subnets import SubnetFacts, named_subnet, subnets_of
from hotlint.heat_types.refusals import Refusal, by_id
from hotlint.language.origins import ATTRIBUTE, id_of, source_of
from hotlint.language.values import Value
from hotlint.stacks.creation_order import CreationOrder
from hotlint.stacks.neighbors import Key, Neighbors, by, key, key_of
from hotlint.stacks.records import StackResource

FLOATING = "OS::Neutron::FloatingIP"
ASSOCIATION = "OS::Neutron::FloatingIPAssociation"


class PortSubnet(NamedTuple):
    """A subnet that a port has IPv4 addresses of: how many of them it has there, 1 or more."""

    subnet: SubnetFacts
    number: int


THROUGH = Waits(("port_id", "fixed_ips", "subnet"), ("subnet",))
"""A floating IP waits for the interface of a subnet that a port names: see `waits_for_interface`."""


def waits_for_interface(owner: StackResource, other: StackResource, order: CreationOrder) -> bool:
    """Return whether a floating IP waits for a router interface: where a port that it refers to names the subnet.

    Heat looks at all subnets of the port for the floating IP itself, and at the first one for what assigns it.
    """
    for name in order.stated[owner.name]:
        port = order.single.get(name)
        if port is None or port.type != "OS::Neutron::Port":
            continue
        listed = port.values.get("fixed_ips")
        wanted = listed if isinstance(listed, list) else [listed] if listed is not None else []
        for one in wanted if owner.type == FLOATING else wanted[:1]:
            if order.is_same(part(one, "subnet"), other.values.get("subnet")):
                return True
    return False


class Associated(HeatType):
    """What Neutron refuses of OS::Neutron::FloatingIPAssociation."""

    verb = "assigns"
    thing = "the floating IP"
    # Source: neutron/db/l3_db.py
    limits = (by_id("port_id"),)
    service_demands: ClassVar[tuple[str, ...]] = (
        "the network is external: a network of the template has 'router:external' in its 'value_specs'",
        "a router has an interface of the port's subnet, and its gateway in the network of the floating IP",
        "the port has exactly one IPv4 address, or 'fixed_ip_address' chooses one of them",
        "the port has no other floating IP for the same address",
        "the interface exists before: Heat adds this dependency only where the port's 'fixed_ips' name its subnet",
    )
    settings: ClassVar[tuple[str, ...]] = (
        "each subnet that Neutron may choose for the port is one of a router",
        "'fixed_ip_address' is given to the port by its 'fixed_ips'",
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        floating = properties(owner)
        inside = is_inside(floating["floating_network"], stack) if owner.type == FLOATING else None
        if inside is not None:
            message = f"network '{inside.place}' of the template is not external"
            yield floating.refuse("floating_network", message, "neighbor", inside)
            return
        port = stack.maker(floating["port_id"], "OS::Neutron::Port")
        if port is None:
            yield from _of_user(floating, stack)
        if port is None or not stack.are_together(owner, port):
            return
        yield from _twice(floating, port, stack)
        held = _holders(port, stack)
        if held is None:
            yield from _out_of_reach(floating, port, stack)
            return
        if floating["fixed_ip_address"] is None:
            total = sum(holder.number for holder in held)
            if total != 1:
                number = "no" if total == 0 else "several"
                choose = ", of which 'fixed_ip_address' must choose one" if total else ""
                message = f"port '{port.place}' has {number} IPv4 address{'es' if total else ''}{choose}"
                yield floating.refuse("port_id", message, "neighbor", port)
                return
            yield from _reached(floating, held[0].subnet, _network(floating, stack), stack)
            return
        address = parse_address(floating.text("fixed_ip_address") or "")
        if address is not None and not any(address in holder.subnet.cidr for holder in held):
            message = f"port '{port.place}' has no address {address}: it is in none of the port's subnets"
            yield floating.refuse("fixed_ip_address", message, "neighbor", port)
            return
        if address is not None:
            yield from _other_address(floating, str(address), port)
        if len(held) == 1:
            yield from _reached(floating, held[0].subnet, _network(floating, stack), stack)


def _network(floating: Item, stack: Neighbors) -> Value:
    """Return the network of a floating IP; None where that is not known."""
    if floating.owner.type == FLOATING:
        return floating["floating_network"]
    maker = stack.maker(floating["floatingip_id"], FLOATING)
    return maker.values.get("floating_network") if maker is not None else None


def _address(floating: Item) -> Key | None:
    """Return the floating IP that is assigned: Neutron changes nothing where the port has it already."""
    return key_of(floating.owner) if floating.owner.type == FLOATING else key(floating["floatingip_id"])


def _other_address(floating: Item, address: str, port: StackResource) -> Iterator[Refusal]:
    """Yield a refusal where a port has other addresses than a given one, or gets one that Neutron chooses."""
    fixed = list(items(properties(port), "fixed_ips"))
    chosen = [str(parse_address(one.text("ip_address") or "")) for one in fixed]
    if address in chosen or not all(one.is_known("ip_address") for one in fixed):
        return
    if fixed and "None" not in chosen:
        message = f"port '{port.place}' has no address {address}, but {', '.join(chosen)}"
        yield floating.refuse("fixed_ip_address", message, "neighbor", port)
    else:
        message = f"Neutron chooses the address of port '{port.place}', which is {address} by chance only"
        yield floating.refuse("fixed_ip_address", message, "setting", port)


def _holders(port: StackResource, stack: Neighbors) -> list[PortSubnet] | None:
    """Return the subnets of the template that a port has IPv4 addresses of; None where they are not all known."""
    values = properties(port)
    if values["no_fixed_ips"] is True:
        return []
    known = subnets_of(values["network"], port, stack)
    if values["fixed_ips"] is None:
        four = [s for s in known if s.cidr.version == 4] if known is not None else None
        if four is None or len(four) > 1:
            return None  # Neutron chooses
        return [PortSubnet(s, 1) for s in four]
    if not is_complete(values["fixed_ips"]):
        return None
    found: dict[str, PortSubnet] = {}
    for fixed in items(values, "fixed_ips"):
        address = parse_address(fixed.text("ip_address") or "")
        subnet = named_subnet(fixed["subnet"], port, stack)
        if subnet is None and fixed["subnet"] is None and address is not None and known is not None:
            subnet = next((s for s in known if s.can_hold(address)), None)
        if subnet is None or subnet.owner is None:
            return None
        if subnet.cidr.version == 4:
            found[subnet.name] = PortSubnet(subnet, found[subnet.name].number + 1 if subnet.name in found else 1)
    return list(found.values())


def _out_of_reach(floating: Item, port: StackResource, stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal where Neutron chooses the port's subnet, and no router has an interface of one of them, or any."""
    known = subnets_of(port.values.get("network"), port, stack) if port.values.get("fixed_ips") is None else None
    four = [subnet for subnet in known or () if subnet.cidr.version == 4]
    outside: list[StackResource] = []
    for subnet in four:
        if subnet.owner is None or stack.is_handed_on(subnet.owner):
            return
        found, more = interfaces(subnet.owner, stack)
        if more:
            return
        outside += [] if found else [subnet.owner]
    if outside and len(outside) == len(four):
        message = "no router of the template has an interface of a subnet of the port's network"
        yield floating.refuse("port_id", message, "neighbor", outside[0])
    elif outside:
        name = outside[0].place
        message = (
            f"Neutron may choose subnet '{name}' for the port, which no router of the template has an interface of"
        )
        yield floating.refuse("port_id", message, "setting", outside[0])


def _of_user(floating: Item, stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal where no router leads to the port that a server or a load balancer has, which an attribute shows.

    Both take far longer to make than an interface, so that its order does not matter.
    """
    source = source_of(floating["port_id"], ATTRIBUTE)
    user = stack.made(source.name, *_WITH_PORTS) if source is not None else None
    if source is None or user is None or not stack.are_together(floating.owner, user):
        return
    its = properties(user)
    if source.path == ("vip_port_id",):
        subnet = named_subnet(its["vip_subnet"], user, stack)
        held = [subnet] if subnet is not None else []
    else:
        networks = list(items(its, "networks")) if is_complete(its["networks"]) else []
        is_only = len(networks) == 1 and source.path[:1] == ("addresses",) and source.path[-1:] == ("port",)
        held = _of_network(networks[0], stack) if is_only else []
    if len(held) == 1:
        yield from (r for r in _reached(floating, held[0], _network(floating, stack), stack) if r.kind != "order")


_WITH_PORTS = ("OS::Nova::Server", "OS::Octavia::LoadBalancer", "OS::Neutron::LBaaS::LoadBalancer")


def _of_network(network: Item, stack: Neighbors) -> list[SubnetFacts]:
    """Return the subnets of the template that a server has IPv4 addresses of in its only network; [] where they are not known."""
    port = stack.maker(network["port"], "OS::Neutron::Port")
    if port is not None:
        return [holder.subnet for holder in _holders(port, stack) or ()]
    if network["port"] is not None:
        return []
    if network["subnet"] is not None:
        subnet = named_subnet(network["subnet"], network.owner, stack)
        return [subnet] if subnet is not None else []
    return [s for s in subnets_of(network["network"], network.owner, stack) or () if s.cidr.version == 4]


def _reached(floating: Item, subnet: SubnetFacts, network: Value, stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal where no router leads from a subnet to the network of the floating IP, or where it may come too late."""
    if subnet.owner is None:
        return
    found, more = interfaces(subnet.owner, stack)
    if more or (not found and stack.is_handed_on(subnet.owner)):
        return
    if not found:
        message = f"no router of the template has an interface of subnet '{subnet.name}', which the port is in"
        yield floating.refuse("port_id", message, "neighbor", subnet.owner)
        return
    missing = [i for i in found if _leads(i, network, stack) is False]
    if len(missing) == len(found):
        router = stack.maker(found[0].values.get("router"), ROUTER)
        if router is not None:
            message = (
                f"router '{router.place}' of subnet '{subnet.name}' has no gateway in the network of the floating IP"
            )
            yield floating.refuse("port_id", message, "neighbor", router)
        return
    leading = [i for i in found if i not in missing]
    if not any(stack.is_after(floating.owner, i) for i in leading):
        first = leading[0].place
        message = f"Heat may create it before '{first}', the router interface that its port is reached by; add depends_on: {first}"
        yield Refusal(floating.owner, (), message, "order", leading[0], first)


def _leads(interface: StackResource, network: Value, stack: Neighbors) -> bool | None:
    """Return whether the router of an interface has its gateway in a network; None where that is not known."""
    router = stack.maker(interface.values.get("router"), ROUTER)
    wanted = key(network)
    if router is None or wanted is None:
        return None
    networks = [its for _, its in gateways(router, stack)]
    if any(key(its) == wanted for its in networks):
        return True
    if not networks:
        return None if stack.is_handed_on(router) else False
    return False if all(_is_other(its, network) for its in networks) else None


def _is_other(one: Value, other: Value) -> bool:
    """Return whether one of two networks is of the template and the other, by its name or id, is not."""
    return any(id_of(own) is not None and isinstance(given, str) for own, given in ((one, other), (other, one)))


def _twice(floating: Item, port: StackResource, stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal where another floating IP of the same network is assigned to the same port."""
    network, chosen = key(_network(floating, stack)), floating["fixed_ip_address"]
    for other in stack.rivals(floating.owner, stack.sharing(key_of(port), by("port_id"), FLOATING, ASSOCIATION)):
        its = properties(other)
        same_network = network is not None and key(_network(its, stack)) == network
        is_rival = same_network and _address(its) != _address(floating)
        if is_rival and its["fixed_ip_address"] == chosen and floating.is_known("fixed_ip_address"):
            message = f"port '{port.place}' gets the floating IP '{other.place}' as well"
            yield floating.refuse("port_id", message, "neighbor", other)
            return
