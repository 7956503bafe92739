from __future__ import annotations

from collections.abc import Iterator

from hotlint.cloud.addresses import parse_cidr
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import Item, is_complete, properties, texts
from hotlint.heat_types.refusals import NEUTRON_NAME, Range, Refusal
from hotlint.resource_types.property_relations import Ordered, Reads
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_LENGTHS = {4: (8, 32), 6: (64, 128)}
"""The shortest prefix that a pool gives away by default, and the longest that there is."""


class SubnetPool(HeatType):
    """OS::Neutron::SubnetPool: prefix lengths in order."""

    types = ("OS::Neutron::SubnetPool",)
    makes = "neutron.subnetpool"
    service = "Neutron"
    thing = "the pool"
    service_source = "neutron/ipam/subnet_alloc.py"
    limits = (*NEUTRON_NAME, Range("default_quota", 0))
    service_demands = (
        "all 'prefixes' are of one IP version, which is that of the 'address_scope'",
        "'min_prefixlen' (by default 8, for IPv6 64), 'default_prefixlen' and 'max_prefixlen' (by default 32 or 128) are in order",
    )
    source = "heat/engine/resources/openstack/neutron/subnetpool.py"
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


def refused_by_pool(subnet: Item, stack: Neighbors) -> Iterator[Refusal]:
    """Yield why the pool of a subnet, which the template makes, does not give away its prefix."""
    maker = stack.maker(subnet["subnetpool"], "OS::Neutron::SubnetPool")
    if maker is None:
        return
    pool = properties(maker)
    prefixes = [parse_cidr(text) for _, text in texts(pool, "prefixes")]
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
