from __future__ import annotations

from collections.abc import Hashable, Iterator
from ipaddress import IPv4Network, IPv6Network, collapse_addresses

from hotlint.cloud.addresses import parse_cidr
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import Item, is_complete, properties, texts
from hotlint.heat_types.neutron._subnets import Network, block_keys, overlapping
from hotlint.heat_types.refusals import NEUTRON_NAME, Range, Refusal
from hotlint.heat_types.rights import Right
from hotlint.language.origins import id_of
from hotlint.resource_types.property_relations import Ordered, Reads
from hotlint.stacks.neighbors import Neighbors, by, key, key_of
from hotlint.stacks.records import StackResource

if TYPE_CHECKING:
    from hotlint.stacks.update import StackUpdate

_LENGTHS = {4: (8, 32), 6: (64, 128)}
"""The shortest prefix that a pool gives away by default, and the longest that there is."""


class SubnetPool(HeatType):
    """OS::Neutron::SubnetPool: prefix lengths in order."""

    types = ("OS::Neutron::SubnetPool",)
    rights = (
        Right("create_subnetpool:shared", ("shared",), value=True),
        Right("create_subnetpool:is_default", ("is_default",), value=True),
    )
    makes = "neutron.subnetpool"
    made_for = "neutron.subnetpool"
    unchangeable = {"address_scope": "Heat cannot look up another 'address_scope'"}
    kept_once_given = ("default_quota", "default_prefixlen", "min_prefixlen", "max_prefixlen")
    thing = "the pool"
    # Source: neutron/ipam/subnet_alloc.py
    limits = (*NEUTRON_NAME, Range("default_quota", 0))
    service_demands = (
        "all 'prefixes' are of one IP version, which is that of the 'address_scope'",
        "no other pool of the 'address_scope' has one of the 'prefixes', or a part of it",
        "'min_prefixlen' (by default 8, for IPv6 64), 'default_prefixlen' and 'max_prefixlen' (by default 32 or 128) are in order",
    )
    reads = (Reads(("default_prefixlen", "min_prefixlen", "max_prefixlen")),)
    relations = (
        Ordered("min_prefixlen", "max_prefixlen", meaning="true"),
        Ordered("default_prefixlen", "max_prefixlen", meaning="true"),
        Ordered("min_prefixlen", "default_prefixlen", meaning="true"),
    )
    bad = (
        """
        prefixes: [10.0.0.0/8]
        min_prefixlen: 28
                       ^^
        max_prefixlen: 24
        """,
    )
    good = ("{prefixes: [10.0.0.0/8], min_prefixlen: 24, max_prefixlen: 28}",)

    def fails_to_change(self, old: StackResource, new: StackResource, update: StackUpdate) -> str:
        found = super().fails_to_change(old, new, update)
        return found if new.values.get("address_scope") or found != self.unchangeable["address_scope"] else ""

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        pool = properties(owner)
        first = None
        for index, text in texts(pool, "prefixes"):
            cidr = parse_cidr(text)
            if cidr is not None and first is not None and cidr.version != first.version:
                message = f"{cidr} is of IPv{cidr.version}, but {first} is of IPv{first.version}"
                yield Refusal(owner, ("prefixes", index), message)
                return
            first = first or cidr
        if first is None:
            return
        yield from _lengths(pool, first.version)
        scope = stack.maker(pool["address_scope"], "OS::Neutron::AddressScope")
        version = properties(scope).number("ip_version") if scope is not None else None
        if version is not None and version != first.version:
            message = f"the prefixes are of IPv{first.version}, and the scope is of IPv{version}"
            yield pool.refuse("address_scope", message, "neighbor", scope)
        yield from _overlapping(pool, stack)


def _lengths(pool: Item, version: int) -> Iterator[Refusal]:
    """Yield what is wrong with the lengths of prefixes of a pool."""
    bounds = _LENGTHS[version]
    known = [pool.number(name) for name in ("min_prefixlen", "max_prefixlen")]
    least, most = (bounds[i] if given is None else given for i, given in enumerate(known))
    if most > bounds[1]:
        yield pool.refuse("max_prefixlen", f"{most} is above {bounds[1]}, the longest prefix of IPv{version}")
    elif least > most and None in known and pool.is_known("min_prefixlen", "max_prefixlen"):
        name = "max_prefixlen" if known[0] is None else "min_prefixlen"
        yield pool.refuse(name, f"the prefixes that the pool gives away would be {least} to {most} long")
    given = pool.number("default_prefixlen")
    if given is not None and pool.is_known("min_prefixlen", "max_prefixlen") and not least <= given <= most:
        yield pool.refuse("default_prefixlen", f"{given} is not in {least} to {most}, which the pool gives away")


def is_of_another_pool(subnet: Item, other: Item) -> bool:
    """Return whether one of two subnets of a network has its addresses from another pool than the other one."""
    if subnet["ip_version"] != other["ip_version"] or not (
        subnet.is_known("ip_version") and other.is_known("ip_version")
    ):
        return False
    pools = [one["subnetpool"] for one in (subnet, other)]
    is_known = all(pool is None or key(pool) is not None for pool in pools)
    is_one_made = any(id_of(pool) is not None or pool is None for pool in pools)  # else two names may be one pool
    return is_known and is_one_made and key(pools[0]) != key(pools[1])


def _length(subnet: Item, pool: Item, version: int) -> int | None:
    """Return the length of the prefix that a subnet gets of a pool; None where it is not known."""
    for item, name in ((subnet, "prefixlen"), (pool, "default_prefixlen"), (pool, "min_prefixlen")):
        if item[name] is not None:
            return item.number(name)
    return _LENGTHS[version][0]


def _too_many(subnet: Item, pool: Item, ranges: list[Network], stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal where the subnets of a pool together need more than it has, or than its quota allows: of the last one."""
    version, total = ranges[0].version, 0

    def length(other: StackResource) -> int | None:
        its = properties(other)
        return _length(its, pool, version) if stack.are_together(subnet.owner, other) and its["cidr"] is None else None

    others = stack.sharing(key_of(pool.owner), by("subnetpool"), "OS::Neutron::Subnet")
    if next((other for other in reversed(others) if length(other) is not None), subnet.owner) is not subnet.owner:
        return
    for other in others:
        bits = length(other)
        total += other.number * 2 ** (ranges[0].max_prefixlen - bits) if bits is not None else 0
    quota = pool.number("default_quota")
    unit = 1 if version == 4 else 2**64
    if total > _room(ranges):
        message = f"the pool has no room for all of its subnets, which take {total // unit:,}"
        yield subnet.refuse(
            "subnetpool", f"{message} {'addresses' if version == 4 else 'networks of 64 bits'}", "neighbor", pool.owner
        )
    elif quota is not None and quota >= 0 and total > quota * unit and not pool.values.get("is_default"):
        message = f"the subnets of the pool take {total // unit:,}, more than its 'default_quota' ({quota:,})"
        yield subnet.refuse("subnetpool", message, "neighbor", pool.owner)


def _room(ranges: list[Network]) -> int:
    """Return how many addresses the prefixes of a pool have together."""
    four = collapse_addresses(one for one in ranges if isinstance(one, IPv4Network))
    six = collapse_addresses(one for one in ranges if isinstance(one, IPv6Network))
    return sum(one.num_addresses for one in four) + sum(one.num_addresses for one in six)


def _overlapping(pool: Item, stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal where a pool has a prefix that another pool of its address scope has."""
    scope = key(pool["address_scope"])
    ranges = [cidr for cidr in _ranges(pool) if cidr is not None] if scope else []
    found = (one for cidr in ranges for one in overlapping(cidr, scope, _blocks, pool.owner.type, stack))
    for other in stack.rivals(pool.owner, stack.in_order(*found)):
        its = _ranges(properties(other))
        for index, text in texts(pool, "prefixes"):
            mine = parse_cidr(text)
            same = next(
                (one for one in its if mine and one and one.version == mine.version and one.overlaps(mine)), None
            )
            if same is not None:
                message = f"{mine} overlaps {same} of pool '{other.place}' in the same address scope"
                yield Refusal(pool.owner, ("prefixes", index), message, "neighbor", other)
                return


def _ranges(pool: Item) -> list[Network | None]:
    return [parse_cidr(text) for _, text in texts(pool, "prefixes")]


def _blocks(pool: StackResource) -> Iterator[Hashable]:
    its = properties(pool)
    return block_keys(key(its["address_scope"]), _ranges(its))


def refused_by_pool(subnet: Item, stack: Neighbors) -> Iterator[Refusal]:
    """Yield why the pool of a subnet, which the template makes, does not give away its prefix."""
    maker = stack.maker(subnet["subnetpool"], "OS::Neutron::SubnetPool")
    if maker is None:
        return
    pool = properties(maker)
    prefixes = _ranges(pool)
    ranges = [prefix for prefix in prefixes if prefix is not None]
    if not ranges or len(ranges) < len(prefixes) or not is_complete(pool["prefixes"]):
        return
    version, asked, length = ranges[0].version, subnet.number("ip_version"), subnet.number("prefixlen")
    if asked is not None and asked != version:
        message = f"the pool is of IPv{version}, and the subnet of IPv{asked}"
        yield subnet.refuse("subnetpool", message, "neighbor", maker)
    elif length is not None and pool.is_known("min_prefixlen", "max_prefixlen"):
        given = (pool.number(bound) for bound in ("min_prefixlen", "max_prefixlen"))
        least, most = (_LENGTHS[version][i] if one is None else one for i, one in enumerate(given))
        if not least <= length <= most:
            message = f"the pool gives away prefixes of {least} to {most} bits, not of {length}"
            yield subnet.refuse("prefixlen", message, "neighbor", maker)
        elif len(ranges) == 1 and length < ranges[0].prefixlen:
            message = f"the pool ({ranges[0]}) has no room for a prefix of {length} bits"
            yield subnet.refuse("prefixlen", message, "neighbor", maker)
        else:
            yield from _too_many(subnet, pool, ranges, stack)
    elif length is None:
        yield from _too_many(subnet, pool, ranges, stack)
