"""The addresses that a subnet gives away, and the ports and servers that take them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from hotlint.cloud.addresses import parse_address, parse_cidr
from hotlint.heat_types.items import Item, is_complete, items, properties
from hotlint.heat_types.neutron._subnets import Address, SubnetFacts, in_range, subnets_of
from hotlint.heat_types.refusals import Refusal
from hotlint.stacks.neighbors import Key, Neighbors, key, key_of
from hotlint.stacks.records import StackResource

_TAKERS = ("OS::Neutron::Port", "OS::Nova::Server", "OS::Neutron::FloatingIP")


def too_many(subnet: SubnetFacts, stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal of the last resource that takes an address of a subnet of the template which has too few of them.

    What a service takes for itself, such as a DHCP server, is not counted.
    """
    owner, pools = subnet.owner, subnet.pools
    if owner is None or pools is None:
        return
    room = sum(int(end) - int(start) + 1 for start, end in pools)
    network, last, taken = owner.values.get("network"), None, 0
    rivals = stack.sharing((key(network), subnet.cidr.version), _versions, owner.type)
    is_only = len(rivals) == 1 and subnets_of(network, owner, stack) is not None
    found = stack.sharing(key_of(owner), _subnets, *_TAKERS)
    found = [*found, *(stack.sharing(key(network), _networks, *_TAKERS) if is_only and key(network) else ())]
    for taker in found:
        number = sum(_takes(item, subnet) for item in _addresses(taker) if _is_of(item, owner, is_only=is_only))
        if number and stack.are_together(owner, taker):
            last, taken = taker, taken + number * taker.number
    if last is not None and taken > room:
        message = (
            f"subnet '{subnet.name}' has {room:,} address{'es' * (room != 1)} to give away, and {taken:,} are needed"
        )
        yield Refusal(last, (), message, "neighbor", owner)


def _versions(subnet: StackResource) -> Iterator[Hashable]:
    """Yield the network of a subnet with its IP version, where that is known: there may be thousands of one network."""
    cidr = parse_cidr(properties(subnet).text("cidr"))
    if cidr is not None:
        yield key(subnet.values.get("network")), cidr.version


def _addresses(taker: StackResource) -> Iterator[Item]:
    """Yield what stands for the addresses that a resource takes for certain: mappings with a subnet, or a network."""
    item = properties(taker)
    if taker.type == "OS::Neutron::Port":
        if item["fixed_ips"] is not None:
            yield from items(item, "fixed_ips") if is_complete(item["fixed_ips"]) else ()
        elif item["no_fixed_ips"] is not True and item.is_known("fixed_ips", "no_fixed_ips"):
            yield Item(taker, (), {"network": item["network"]})
    elif taker.type == "OS::Nova::Server":
        for network in items(item, "networks"):
            if network["port"] is None and network.is_known("port", "subnet", "fixed_ip"):
                yield Item(taker, (), {**network.values, "ip_address": network["fixed_ip"]})
    else:
        yield Item(
            taker,
            (),
            {
                "network": item["floating_network"],
                "subnet": item["floating_subnet"],
                "ip_address": item["floating_ip_address"],
            },
        )


def _is_of(item: Item, subnet: StackResource, *, is_only: bool) -> bool:
    """Return whether an address is one of a subnet."""
    if item["subnet"] is not None:
        return key(item["subnet"]) == key_of(subnet)
    return is_only and key(item["network"]) is not None and key(item["network"]) == key(subnet.values.get("network"))


def _takes(item: Item, subnet: SubnetFacts) -> bool:
    """Return whether an address is one of those that the subnet gives away; one that is chosen may be outside of these."""
    if item["ip_address"] is None:
        return True
    address: Address | None = parse_address(item.text("ip_address") or "")
    return address is not None and any(in_range(address, pool) for pool in subnet.pools or ())


def _subnets(taker: StackResource) -> Iterator[Key | None]:
    return (key(item["subnet"]) for item in _addresses(taker))


def _networks(taker: StackResource) -> Iterator[Key | None]:
    return (key(item["network"]) for item in _addresses(taker) if item["subnet"] is None)
