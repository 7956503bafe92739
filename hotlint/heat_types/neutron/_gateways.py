"""What Neutron refuses of routers: gateways that are not external, subnets that a router has already or cannot have."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.cloud.addresses import parse_address, parse_cidr
from hotlint.common.annotations import ClassVar
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import Item, items, mapping, properties
from hotlint.heat_types.neutron._routers import INTERFACE, ROUTER, gateways, is_inside
from hotlint.heat_types.neutron._subnets import SubnetFacts, of_another_network, subnets_of, subnets_of_interface
from hotlint.heat_types.refusals import Refusal, by_id
from hotlint.stacks.neighbors import Neighbors, key, key_of
from hotlint.stacks.records import StackResource


class Gateways(HeatType):
    """What Neutron refuses of OS::Neutron::RouterGateway."""

    verb = "sets"
    thing = "the gateway of the router"
    # Source: neutron/db/l3_db.py
    service_demands: ClassVar[tuple[str, ...]] = (
        "the network of the gateway is external: a network of the template has 'router:external' in its 'value_specs'",
        "each 'subnet' of 'external_fixed_ips' is one of the network",
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        values = properties(owner)
        where = mapping(values, "external_gateway_info") if owner.type == ROUTER else values
        inside = is_inside(where["network"], stack) if where is not None else None
        if where is not None and inside is not None:
            message = f"network '{inside.place}' of the template is not external"
            yield where.refuse("network", message, "neighbor", inside)
        for fixed in items(where, "external_fixed_ips") if where is not None else ():
            given = fixed.text("ip_address") and not stack.maker(fixed["subnet"], "OS::Neutron::Subnet")
            other = (
                of_another_network(fixed, "subnet", where["network"], "the gateway", stack)
                if where and not given
                else None
            )
            if other is not None:
                yield other


class ExtraRoutes(HeatType):
    """What Neutron refuses of OS::Neutron::ExtraRoute and OS::Neutron::ExtraRouteSet."""

    verb = "adds"
    thing = "the route"
    # Source: neutron/db/extraroute_db.py
    service_demands = (
        "'nexthop' is in a subnet that the router is connected with, and no address of the router itself",
        "'destination' of an ExtraRoute is a network address, without bits of a host",
        "'router_id' of an ExtraRoute and 'router' of an ExtraRouteSet are ids (Heat does not look up a name here)",
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        values = properties(owner)
        is_set = owner.type == "OS::Neutron::ExtraRouteSet"
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


def _unconnected(route: Item, router: StackResource | None, stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal where the next hop of a route is in no subnet that the router is connected with."""
    owner, hop = route.owner, parse_address(route.text("nexthop") or "")
    if hop is None or router is None or stack.is_handed_on(router):
        return
    reached: list[SubnetFacts] = []
    for other in stack.of(INTERFACE):
        its = properties(other)
        if key(its["router"]) == key_of(router):
            found = subnets_of_interface(its, owner, stack)
            if found is None:
                return
            reached += (subnet for subnet, _ in found)
            if any(address == hop for _, address in found):
                yield route.refuse(
                    "nexthop", f"{hop} is the router's own address, by '{other.place}'", "neighbor", other
                )
                return
        elif key(its["router"]) is None:
            return
    unknown = None
    for _, network in gateways(router, stack):
        known = subnets_of(network, owner, stack)
        reached += known or []
        unknown = network if known is None else unknown
    if not any(hop in subnet.cidr for subnet in reached):
        names = ", ".join(f"'{s.name}' ({s.cidr})" for s in reached[:5]) or "any"
        message = f"{hop} is in no subnet that the router is connected with ({names})"
        if unknown is None:
            yield route.refuse("nexthop", message, "neighbor", router)
        else:
            yield route.refuse("nexthop", f"{message}, if not in that of its gateway", "setting", router)
