"""What Neutron refuses of routers: gateways that are not external, subnets that a router has already or cannot have."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.cloud.addresses import parse_address
from hotlint_rules.resources._addresses import parse_cidr
from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._limits import NEUTRON_NAME, by_id
from hotlint_rules.services._model import Item, Refusal, ServiceRules, items, mapping, properties
from hotlint_rules.services._neighbors import Neighbors, by, key
from hotlint_rules.services._neutron import (
    INTERFACE,
    ONLY_KNOWN_ATTRIBUTES,
    ROUTER,
    gateways,
    is_inside,
    key_of,
    unknown_attributes,
)
from hotlint_rules.services._subnets import SubnetFacts, named_subnet, subnets_of
from hotlint_rules.services.by_type.neutron_port import ports_with


class GatewayRules(ServiceRules):
    """What Neutron refuses of OS::Neutron::RouterGateway."""

    types = ("OS::Neutron::RouterGateway",)
    service = "Neutron"
    verb = "sets"
    thing = "the gateway of the router"
    source = "neutron/db/l3_db.py"
    demands = (
        "the network of the gateway is external: a network of the template has 'router:external' in its 'value_specs'",
    )

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        values = properties(owner)
        where = mapping(values, "external_gateway_info") if owner.type.name == ROUTER else values
        inside = is_inside(where["network"], stack) if where is not None else None
        if where is not None and inside is not None:
            message = f"network '{inside.resource.name}' of the template is not external"
            yield where.refuse("network", message, "neighbor", inside)


class RouterRules(GatewayRules):
    """What Neutron refuses of OS::Neutron::Router."""

    types = (ROUTER,)
    verb = "creates"
    thing = "the router"
    limits = NEUTRON_NAME
    settings = (ONLY_KNOWN_ATTRIBUTES,)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        yield from super().check(owner, stack)
        yield from unknown_attributes(owner)


class InterfaceRules(ServiceRules):
    """What Neutron refuses of OS::Neutron::RouterInterface."""

    types = ("OS::Neutron::RouterInterface",)
    service = "Neutron"
    verb = "adds"
    thing = "the interface to the router"
    source = "neutron/db/l3_db.py"
    demands = (
        "the router has no other interface of the subnet, nor one whose subnet overlaps it",
        "the subnet has a gateway, whose address is in the subnet and taken by no port or other router",
        "the subnet does not get its router's announcements from elsewhere ('ipv6_address_mode' without 'ipv6_ra_mode')",
    )

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        interface = properties(owner)
        maker = stack.maker(interface["subnet"], "OS::Neutron::Subnet")
        subnet = named_subnet(interface["subnet"], owner, stack) if maker is not None else None
        if subnet is not None:
            yield from _gateway(interface, subnet)
            for port in ports_with(subnet.gateway, subnet, owner, stack) if subnet.gateway is not None else ():
                message = f"the gateway of subnet '{subnet.name}' ({subnet.gateway}) is the address of port '{port.resource.name}'"
                yield interface.refuse("subnet", message, "neighbor", port)
                return
        wanted, router = key(interface["subnet"]), key(interface["router"])
        of_subnet = stack.sharing(wanted, by("subnet"), INTERFACE) if wanted is not None else []
        of_router = stack.sharing(router, by("router"), INTERFACE) if router is not None else []
        for other in stack.rivals(owner, {id(other): other for other in (*of_subnet, *of_router)}.values()):
            its = properties(other)
            if wanted is not None and key(its["subnet"]) == wanted:
                same = router is not None and key(its["router"]) == router
                if same:
                    message = f"the router has the subnet already, by '{other.resource.name}'"
                    yield interface.refuse("subnet", message, "neighbor", other)
                    return
                if maker is not None:
                    message = f"the gateway of the subnet is taken by the router of '{other.resource.name}'"
                    yield interface.refuse("subnet", message, "neighbor", other)
                    return
            problem = (
                _overlap(interface, subnet, its, stack) if router is not None and key(its["router"]) == router else None
            )
            if problem is not None:
                yield problem
                return


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


def _overlap(interface: Item, subnet: SubnetFacts | None, its: Item, stack: Neighbors) -> Refusal | None:
    """Return that two subnets of a router overlap; None where they do not, or that is not known."""
    other = named_subnet(its["subnet"], interface.owner, stack)
    if (
        subnet is None
        or other is None
        or subnet.cidr.version != other.cidr.version
        or not subnet.cidr.overlaps(other.cidr)
    ):
        return None
    message = f"subnet '{subnet.name}' ({subnet.cidr}) overlaps subnet '{other.name}' ({other.cidr}), which the router has as well"
    return interface.refuse("subnet", message, "neighbor", other.owner)


class ExtraRouteRules(ServiceRules):
    """What Neutron refuses of OS::Neutron::ExtraRoute and OS::Neutron::ExtraRouteSet."""

    types = ("OS::Neutron::ExtraRoute", "OS::Neutron::ExtraRouteSet")
    service = "Neutron"
    verb = "adds"
    thing = "the route"
    source = "neutron/db/extraroute_db.py"
    demands = (
        "'nexthop' is in a subnet that the router is connected with",
        "'destination' of an ExtraRoute is a network address, without bits of a host",
        "'router_id' of an ExtraRoute and 'router' of an ExtraRouteSet are ids (Heat does not look up a name here)",
    )

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        values = properties(owner)
        is_set = owner.type.name == "OS::Neutron::ExtraRouteSet"
        name = "router" if is_set else "router_id"
        unlike = by_id(name).problem(values.text(name) or "")
        if unlike is not None:
            yield values.refuse(name, unlike)
        router = stack.maker(values[name], ROUTER)
        for route in items(values, "routes") if is_set else (values,):
            text = route.text("destination") or ""
            cidr = parse_cidr(text)
            if (
                not is_set
                and cidr is not None
                and "/" in text
                and parse_address(text.partition("/")[0]) != cidr.network_address
            ):
                yield route.refuse("destination", f"{text} is an address in the network {cidr}, not the network")
            yield from _unconnected(route, router, stack)


def _unconnected(route: Item, router: Deployed | None, stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal where the next hop of a route is in no subnet that the router is connected with."""
    owner, hop = route.owner, parse_address(route.text("nexthop") or "")
    if hop is None or router is None or stack.is_handed_on(router):
        return
    reached: list[SubnetFacts] = []
    for other in stack.of(INTERFACE):
        its = properties(other)
        if key(its["router"]) == key_of(router):
            subnet = named_subnet(its["subnet"], owner, stack)
            if subnet is None:
                return
            reached.append(subnet)
        elif key(its["router"]) is None:
            return
    unknown = None
    for _, network in gateways(router, stack):
        found = subnets_of(network, owner, stack)
        reached += found or []
        unknown = network if found is None else unknown
    if not any(hop in subnet.cidr for subnet in reached):
        names = ", ".join(f"'{s.name}' ({s.cidr})" for s in reached[:5]) or "any"
        message = f"{hop} is in no subnet that the router is connected with ({names})"
        if unknown is None:
            yield route.refuse("nexthop", message, "neighbor", router)
        else:
            yield route.refuse("nexthop", f"{message}, if not in that of its gateway", "setting", router)
