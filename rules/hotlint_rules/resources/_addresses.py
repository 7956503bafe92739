"""Shared by the rules on what a cloud has: the fixed addresses of a template, and the subnets that they must be in."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint import heat_types
from hotlint.cloud.addresses import IPNetwork, parse_cidr
from hotlint.cloud.facts import CloudFacts, Thing
from hotlint.common.records import NamedTuple
from hotlint.dry_run.expansion import ExpandedResource, GroupMember, MemberStack
from hotlint.language.origins import id_of
from hotlint.language.values import Value
from hotlint.rule import RuleContext

_MEMBERS = 50
"""Members of a group whose addresses are looked at."""


class AddressClaim(NamedTuple):
    """A fixed address that a resource asks for, with the values that name its network and its subnet, None where not given."""

    owner: ExpandedResource
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
    for owner in ctx.deployment.root.judged:
        for fixed in heat_types.of(owner.type).fixed_addresses(owner.values):
            yield AddressClaim(owner, *fixed)


def claims_of_others(claim: AddressClaim) -> Iterator[AddressClaim]:
    """Yield what the other members of a group ask for in the same place, where a claim is that of its first member."""
    owner = claim.owner
    if not isinstance(owner, GroupMember) or not isinstance(owner.stack, MemberStack):
        return
    for other in owner.stack.first(_MEMBERS, owner.use)[1:]:
        for fixed in heat_types.of(other.type).fixed_addresses(other.values):
            if fixed[0] == claim.path:
                yield AddressClaim(other, *fixed)


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
    name = id_of(value)
    return f"resource {name}" if name is not None else ""


def makes_subnet(owner: ExpandedResource) -> bool:
    """Return whether a resource is a subnet of Neutron."""
    return heat_types.of(owner.type).makes == "neutron.subnet"


def _template_subnets(ctx: RuleContext) -> Iterator[KnownSubnet]:
    for owner in ctx.deployment.root.judged:
        cidr = parse_cidr(owner.values.get("cidr")) if makes_subnet(owner) else None
        if cidr is not None and not owner.path:
            network = owner.values.get("network")
            name = owner.resource.name
            yield KnownSubnet(name, cidr, f"resource {name}", reference(network) or f"name {network}")


def _count_subnets(ctx: RuleContext, network: str) -> int:
    made = [o for o in ctx.deployment.root.judged if makes_subnet(o)]
    return sum(1 for o in made if reference(o.values.get("network")) in (network, "") or o.path)
