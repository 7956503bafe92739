"""Shared by the rules on what a cloud has: the fixed addresses of a template, and the subnets that they must be in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from ipaddress import ip_network

from hotlint.cloud.addresses import IPNetwork
from hotlint.cloud.facts import CloudFacts, Thing
from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple
from hotlint.language.values import Partial, Unknown, Value
from hotlint.rule import RuleContext
from hotlint_rules.resources._cloud import Deployed, deployed


class AddressClaim(NamedTuple):
    """A fixed address that a resource asks for, with the values that name its network and its subnet, None where not given."""

    owner: Deployed
    path: tuple[str | int, ...]
    address: str
    network: Value
    subnet: Value


class KnownSubnet(NamedTuple):
    """A subnet of the cloud, or of the template: its name, addresses, and a key that tells it from others.

    `used` are the ranges of addresses in use, `network` the key of its network.
    """

    name: str
    cidr: IPNetwork
    key: str
    network: str
    used: tuple[str, ...] = ()


def claims(ctx: RuleContext) -> Iterator[AddressClaim]:
    """Yield the fixed addresses that the resources of a template ask for, where these are known."""
    for owner in deployed(ctx):
        values = owner.values
        if owner.type.name == "OS::Neutron::Port":
            for path, item in _items(values, "fixed_ips"):
                yield from _claim(owner, path, item, "ip_address", values.get("network"), item.get("subnet"))
        elif owner.type.name == "OS::Nova::Server":
            for path, item in _items(values, "networks"):
                yield from _claim(owner, path, item, "fixed_ip", item.get("network"), item.get("subnet"))
        elif owner.type.name == "OS::Neutron::FloatingIP":
            network, subnet = values.get("floating_network"), values.get("floating_subnet")
            yield from _claim(owner, (), values, "floating_ip_address", network, subnet)
        elif owner.type.name == "OS::Neutron::Router":
            gateway = _known(values.get("external_gateway_info"))
            if isinstance(gateway, dict):
                for path, item in _items(gateway, "external_fixed_ips", ("external_gateway_info",)):
                    yield from _claim(owner, path, item, "ip_address", gateway.get("network"), item.get("subnet"))


def subnets(network: Value, subnet: Value, cloud: CloudFacts, ctx: RuleContext) -> list[KnownSubnet]:
    """Return the subnets that an address may be in; none where these are not all known."""
    if subnet is not None:
        if isinstance(subnet, str):
            found = cloud.find("neutron.subnet", subnet)
            return of_cloud(found) if len(found) == 1 else []
        return [own for own in template_subnets(ctx) if own.key == reference(subnet)]
    if isinstance(network, str):
        networks = cloud.find("neutron.network", network)
        listed = cloud.subnets_of(networks[0]) if len(networks) == 1 and cloud.is_known("neutron.subnet") else []
        return of_cloud(listed) if len(of_cloud(listed)) == len(listed) else []
    own_subnets = [own for own in template_subnets(ctx) if own.network == reference(network)]
    return own_subnets if reference(network) and len(own_subnets) == _count_subnets(ctx, reference(network)) else []


def template_subnets(ctx: RuleContext) -> list[KnownSubnet]:
    """Return the subnets that the template makes with addresses that are known."""
    return ctx.memoize("cloud template subnets", lambda: list(_template_subnets(ctx)))


def of_cloud(things: list[Thing] | tuple[Thing, ...]) -> list[KnownSubnet]:
    """Return subnets of the cloud whose addresses are known."""
    found = []
    for thing in things:
        cidr = parse_cidr(thing.entry.get("cidr"))
        used = tuple(str(r) for r in thing.entry.get("used") or ())
        if cidr is not None:
            found.append(KnownSubnet(thing.name, cidr, f"id {thing.id}", f"id {thing.entry.get('network_id')}", used))
    return found


def network_key(network: Value, cloud: CloudFacts) -> str:
    """Return a key that tells a network from others: of one in the cloud or in the template; empty for any other value."""
    if isinstance(network, str):
        found = cloud.find("neutron.network", network)
        return f"id {found[0].id}" if len(found) == 1 else ""
    return reference(network)


def reference(value: Value) -> str:
    """Return a key of the resource that a value is the id of; empty for any other value."""
    is_id = isinstance(value, Unknown) and len(value.origin) == 2 and value.origin[0] == "reference"
    return f"resource {value.origin[1]}" if is_id else ""


def parse_cidr(text: object) -> IPNetwork | None:
    """Return a range of addresses; None for what is not one."""
    try:
        return ip_network(text, strict=False) if isinstance(text, str) else None
    except ValueError:
        return None


def _template_subnets(ctx: RuleContext) -> Iterator[KnownSubnet]:
    for owner in deployed(ctx):
        cidr = parse_cidr(owner.values.get("cidr")) if owner.type.name == "OS::Neutron::Subnet" else None
        if cidr is not None and not owner.path:
            network = owner.values.get("network")
            name = owner.resource.name
            yield KnownSubnet(name, cidr, f"resource {name}", reference(network) or f"name {network}")


def _count_subnets(ctx: RuleContext, network: str) -> int:
    made = [o for o in deployed(ctx) if o.type.name == "OS::Neutron::Subnet"]
    return sum(1 for o in made if reference(o.values.get("network")) in (network, "") or o.path)


def _claim(
    owner: Deployed, path: tuple[str | int, ...], item: Mapping[str, Any], name: str, network: Value, subnet: Value
) -> Iterator[AddressClaim]:
    address = item.get(name)
    if isinstance(address, str) and address:
        yield AddressClaim(owner, (*path, name), address, network, subnet)


def _items(
    values: Mapping[str, Any], name: str, above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], dict[str, Any]]]:
    listed = _known(values.get(name))
    for index, item in enumerate(listed if isinstance(listed, list) else ()):
        known = _known(item)
        if isinstance(known, dict):
            yield (*above, name, index), known


def _known(value: Value) -> Value:
    return value.known if isinstance(value, Partial) else value
