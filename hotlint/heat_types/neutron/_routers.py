"""Shared by types of Neutron: routers as neighbors."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.items import mapping, properties
from hotlint.language.values import MARKS, Value
from hotlint.stacks.neighbors import Neighbors, by, key_of
from hotlint.stacks.records import StackResource

NET = "OS::Neutron::Net"
ROUTER = "OS::Neutron::Router"
INTERFACE = "OS::Neutron::RouterInterface"
GATEWAY = "OS::Neutron::RouterGateway"


def is_inside(network: Value, stack: Neighbors) -> StackResource | None:
    """Return the network of the template that a value means, when it is known not to be external; None for any other."""
    made = stack.maker(network, NET)
    if made is None:
        return None
    values = properties(made)
    specs = mapping(values, "value_specs")
    if specs is None:
        return made if values["value_specs"] is None else None
    outside = specs["router:external"]
    return (
        made if not specs.is_open and (outside is None or str(outside).lower() in ("false", "0", "no", "off")) else None
    )


def interfaces(subnet: StackResource, stack: Neighbors) -> tuple[list[StackResource], bool]:
    """Return the router interfaces of a subnet of the template, and whether there may be more."""
    unknown = stack.sharing(None, by("subnet"), INTERFACE)
    more = any(o.values.get("port") is not None or isinstance(o.values.get("subnet"), MARKS) for o in unknown)
    return stack.sharing(key_of(subnet), by("subnet"), INTERFACE), more


def gateways(router: StackResource, stack: Neighbors) -> Iterator[tuple[StackResource, Value]]:
    """Yield the networks that a router of the template leads to, each with the resource that says so."""
    info = router.values.get("external_gateway_info")
    if isinstance(info, MARKS):
        inner = mapping(properties(router), "external_gateway_info")
        yield router, inner["network"] if inner is not None else info
    elif isinstance(info, dict):
        yield router, info.get("network")
    for wanted in (key_of(router), None):
        for other in stack.sharing(wanted, by("router_id"), GATEWAY):
            yield other, other.values.get("network")
