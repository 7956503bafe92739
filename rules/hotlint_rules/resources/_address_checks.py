"""Finds fixed addresses and subnets that cannot be used in a cloud; imported where a snapshot is used."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.cloud.addresses import Address, in_ranges, parse_address, parse_cidr
from hotlint.cloud.facts import CloudFacts
from hotlint.rule import Checked, RuleContext
from hotlint_rules.resources._addresses import (
    AddressClaim,
    KnownSubnet,
    claims,
    claims_of_others,
    makes_subnet,
    network_key,
    of_cloud,
    subnets,
)
from hotlint_rules.resources._cloud import judged, target


def unusable(ctx: RuleContext) -> Checked:
    """Yield fixed addresses that are outside of their subnet, reserved, in use or given twice, and subnets that overlap."""
    cloud = ctx.template_context.catalog.cloud
    assert cloud is not None
    subnets_made = [owner for owner in ctx.deployment.root.judged if makes_subnet(owner)]
    seen: dict[tuple[str, Address], AddressClaim] = {}
    for claim in claims(ctx):
        address = parse_address(claim.address)
        known = subnets(claim.network, claim.subnet, cloud, ctx)
        problem = _refused(claim, cloud, ctx)
        holder = next((s for s in known if address in s.cidr), None) if address else None
        if problem is None and address and holder and "condition" not in claim.owner.resource.fields:
            first = seen.setdefault((holder.key, address), claim)
            if first is not claim:
                problem = f"{address} is given to resource '{first.owner.resource.name}' as well"
        owner = claim.owner.type
        if problem is None:
            others = ((other, _refused(other, cloud, ctx)) for other in claims_of_others(claim))
            claim, problem = next((found for found in others if found[1] is not None), (claim, None))
            owner = f"member {claim.owner.name} of '{claim.owner.resource.name}' ({owner})"
        if problem is not None:
            name = claim.path[-1]
            place = target(claim.owner, claim.path)
            values = judged(claim.owner, claim.path, problem, ctx, *subnets_made)
            yield ctx.report(place, f"'{name}' of {owner}: {problem}", values=values)
    yield from _overlaps(cloud, ctx)


def _refused(claim: AddressClaim, cloud: CloudFacts, ctx: RuleContext) -> str | None:
    """Return why an address cannot be used where it is asked for; None where it can, or where that is not known."""
    address, known = parse_address(claim.address), subnets(claim.network, claim.subnet, cloud, ctx)
    return _mismatch(claim, cloud) or (_problem(address, known, cloud) if address and known else None)


def _overlaps(cloud: CloudFacts, ctx: RuleContext) -> Checked:
    """Report subnets that overlap others of their network, in the cloud or above in the template."""
    above: dict[str, list[KnownSubnet]] = {}
    for owner in ctx.deployment.root.judged:
        cidr = parse_cidr(owner.values.get("cidr")) if makes_subnet(owner) else None
        network = network_key(owner.values.get("network"), cloud)
        if cidr is None or not network or "condition" in owner.resource.fields:
            continue
        existing = of_cloud([s for s in cloud.things("neutron.subnet") if f"id {s.entry.get('network_id')}" == network])
        for other in (*existing, *above.get(network, ())):
            if other.cidr.version == cidr.version and other.cidr.overlaps(cidr):
                message = f"'cidr' of OS::Neutron::Subnet: {cidr} overlaps subnet '{other.name}' ({other.cidr}) of the network"
                values = judged(owner, ("cidr",), message, ctx)
                yield ctx.report(target(owner, ("cidr",)), message, values=values)
                break
        above.setdefault(network, []).append(KnownSubnet(owner.resource.name, cidr, "", network))


def _mismatch(claim: AddressClaim, cloud: CloudFacts) -> str | None:
    """Return that a subnet is of another network than the one that is named; None where it is not, or that is not known."""
    if not isinstance(claim.subnet, str) or not isinstance(claim.network, str):
        return None
    found, networks = cloud.find("neutron.subnet", claim.subnet), cloud.find("neutron.network", claim.network)
    if len(found) != 1 or len(networks) != 1 or found[0].entry.get("network_id") in (None, networks[0].id):
        return None
    other = found[0].entry.get("network") or found[0].entry["network_id"]
    return f"subnet '{found[0].name}' is of network '{other}', not of '{networks[0].name}'"


def _problem(address: Address, known: list[KnownSubnet], cloud: CloudFacts) -> str | None:
    """Return why an address cannot be used in any of the subnets, as a clause; None where it can."""
    holder = next((s for s in known if address in s.cidr), None)
    if holder is None:
        ranges = ", ".join(f"'{s.name}' ({s.cidr})" for s in known[:5])
        return f"{address} is outside of subnet{'s' if len(known) > 1 else ''} {ranges}"
    reason = next(_reserved(address, holder), None)
    if reason is not None:
        return f"{address} is {reason} of subnet '{holder.name}' ({holder.cidr})"
    if in_ranges(address, holder.used):
        return f"{address} is already in use in subnet '{holder.name}' of cloud '{cloud.name}'; ignore this if this stack uses it"
    return None


def _reserved(address: Address, subnet: KnownSubnet) -> Iterator[str]:
    if subnet.cidr.version == 4 and subnet.cidr.prefixlen < 31:
        if address == subnet.cidr.network_address:
            yield "the network address"
        if address == subnet.cidr.broadcast_address:
            yield "the broadcast address"
