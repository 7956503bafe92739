"""Subnets as neighbors: their addresses, and what of these is taken by others."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from hotlint.cloud.addresses import parse_address, parse_cidr
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.records import NamedTuple
from hotlint.heat_types.items import Item, is_complete, items, properties
from hotlint.heat_types.refusals import Refusal
from hotlint.language.origins import id_of
from hotlint.language.values import MARKS, Value
from hotlint.stacks.neighbors import Keys, Neighbors, by, key
from hotlint.stacks.records import StackResource

if TYPE_CHECKING:
    from hotlint.cloud.facts import Thing

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Range = tuple[Address, Address]
_NONE = ("", "~")
_AUTOMATIC = ("slaac", "dhcpv6-stateless")


class SubnetFacts(NamedTuple):
    """A subnet of the template (`owner`) or of the cloud, as far as it is known.

    `gateway` is None for a subnet without one, and where it is not known, which `has_gateway` tells: None is unknown.
    `pools` are the ranges of addresses that Neutron may give away, None where these are not known.
    """

    name: str
    cidr: Network
    owner: StackResource | None
    gateway: Address | None
    has_gateway: bool | None
    pools: list[Range] | None
    is_automatic: bool | None
    """Whether addresses come from the network card's: no address may be chosen. None: not known."""

    def can_hold(self, address: Address) -> bool:
        """Return whether a port may have an address in the subnet."""
        if address not in self.cidr:
            return False
        edges = (self.cidr.network_address, self.cidr.broadcast_address) if self.cidr.version == 4 else ()
        return address not in edges


def subnet_of(owner: StackResource) -> SubnetFacts | None:
    """Return a subnet of the template; None where its addresses are not known."""
    values = properties(owner)
    cidr = parse_cidr(values.text("cidr"))
    if cidr is None:
        return None
    given, first = values["gateway_ip"], cidr.network_address
    gateway: Address | None = None
    has_gateway: bool | None = True
    if isinstance(given, MARKS):
        has_gateway = None
    elif given in _NONE:
        has_gateway = False
    elif given is None or given == "auto":
        gateway = first + 1 if cidr.version == 4 else first
    else:
        gateway = parse_address(str(given))
    modes = [values["ipv6_ra_mode"], values["ipv6_address_mode"]]
    is_automatic = (
        True if any(m in _AUTOMATIC for m in modes) else None if any(isinstance(m, MARKS) for m in modes) else False
    )
    return SubnetFacts(
        owner.place, cidr, owner, gateway, has_gateway, _pools(owner, cidr, gateway, has_gateway), is_automatic
    )


def _pools(
    owner: StackResource, cidr: Network, gateway: Address | None, has_gateway: bool | None
) -> list[Range] | None:
    """Return the ranges of addresses that a subnet gives away; None where they are not known."""
    values = properties(owner)
    if values["allocation_pools"] is None:
        low, high = bounds(cidr)
        if has_gateway is None:
            return None
        if gateway is None or not in_range(gateway, (low, high)):
            return [(low, high)]
        parts: list[Range] = [(low, gateway - 1)] if gateway != low else []
        return [*parts, (gateway + 1, high)] if gateway != high else parts
    found = []
    for pool in items(values, "allocation_pools"):
        start, end = (parse_address(pool.text(name) or "") for name in ("start", "end"))
        if start is None or end is None:
            return None
        found.append((start, end))
    return found if is_complete(values["allocation_pools"]) else None


def bounds(cidr: Network) -> Range:
    """Return the first and the last address of a subnet that Neutron gives away."""
    first, last = cidr.network_address, cidr.broadcast_address
    if cidr.version == 6:
        return (first + 1 if cidr.num_addresses > 1 else first), last
    return (first + 1, last - 1) if cidr.prefixlen <= 30 else (first, last)


def in_range(address: Address, bounds_: Range) -> bool:
    """Return whether an address is in a range of addresses of the same version."""
    return address.version == bounds_[0].version and int(bounds_[0]) <= int(address) <= int(bounds_[1])


def block_keys(place: Hashable, ranges: Iterable[Network | None]) -> Iterator[Hashable]:
    """Yield the keys by which `overlapping` finds what has these addresses in a place, such as a network."""
    for one in ranges:
        if one is not None:
            *around, own = _blocks(one)
            yield from ((place, block) for block in (*around, own))
            yield place, own, "itself"


def overlapping(
    cidr: Network, place: Hashable, keys: Keys, type_: str, stack: Neighbors
) -> list[Sequence[StackResource]]:
    """Return lists of the resources that have addresses of a block in a place; `keys` are those of `block_keys`."""
    *around, own = _blocks(cidr)
    wider = (stack.sharing((place, block, "itself"), keys, type_) for block in around)
    return [found for found in (stack.sharing((place, own), keys, type_), *wider) if found]


def _blocks(cidr: Network) -> Iterator[tuple[int, int, int]]:
    """Yield the blocks of addresses that one is in, the widest first, and itself: the version, length and first bits."""
    first, bits = int(cidr.network_address), cidr.max_prefixlen
    for length in range(cidr.prefixlen + 1):
        yield cidr.version, length, first >> (bits - length)


def subnets_of(network: Value, owner: StackResource, stack: Neighbors) -> list[SubnetFacts] | None:
    """Return the subnets of a network; None where they are not all known.

    Another stack cannot add one to a network that the template makes, but a nested stack can.
    """
    wanted = key(network)
    made = stack.maker(network, "OS::Neutron::Net", "OS::Neutron::ProviderNet")
    if made is not None:
        if stack.is_handed_on(made) or not stack.are_together(owner, made):
            return None
        found = []
        if stack.sharing(None, by("network"), "OS::Neutron::Subnet"):
            return None
        for other in stack.sharing(wanted, by("network"), "OS::Neutron::Subnet"):
            subnet = stack.once(subnet_of, other) if stack.are_together(owner, other) else None
            if subnet is None:
                return None
            found.append(subnet)
        return found
    return _in_cloud(network, stack)


def named_subnet(value: Value, owner: StackResource, stack: Neighbors) -> SubnetFacts | None:
    """Return the subnet that a value means; None where it is not known."""
    made = stack.maker(value, "OS::Neutron::Subnet")
    if made is not None:
        return stack.once(subnet_of, made) if stack.are_together(owner, made) else None
    if isinstance(value, str) and stack.cloud is not None:
        found = stack.cloud.find("neutron.subnet", value)
        return _of_cloud(found[0]) if len(found) == 1 else None
    return None


def of_another_network(item: Item, name: str, network: Value, whose: str, stack: Neighbors) -> Refusal | None:
    """Return a refusal of the subnet `name` of an item, of another network than `whose`; None where that is not known."""
    subnet, cloud = item[name], stack.cloud
    made = stack.maker(subnet, "OS::Neutron::Subnet")
    if made is not None:
        own, its = id_of(network), id_of(made.values.get("network"))
        is_other = its is not None and own != its and (own is not None or isinstance(network, str))
        message = f"subnet '{made.place}' is of another network than {whose}"
        return item.refuse(name, message, "neighbor" if own is not None else "setting", made) if is_other else None
    if cloud is None or not isinstance(subnet, str) or not isinstance(network, str):
        return None
    found, networks = cloud.find("neutron.subnet", subnet), cloud.find("neutron.network", network)
    if len(found) != 1 or len(networks) != 1 or found[0].entry.get("network_id") in (None, networks[0].id):
        return None
    return item.refuse(name, f"subnet '{found[0].name}' of the cloud is of another network than {whose}", "setting")


def lacks_address(port: StackResource, stack: Neighbors) -> bool:
    """Return whether a port of the template has no address."""
    its = properties(port)
    known = subnets_of(its["network"], port, stack)
    return its["no_fixed_ips"] is True or (its["fixed_ips"] is None and known is not None and not known)


def subnets_of_interface(
    interface: Item, owner: StackResource, stack: Neighbors
) -> list[tuple[SubnetFacts, Address | None]] | None:
    """Return the subnets of a router interface, each with the router's address; None where they are not known.

    None stands for an address that is not known, too.
    """
    if interface["port"] is None:
        subnet = named_subnet(interface["subnet"], owner, stack)
        return [(subnet, subnet.gateway)] if subnet is not None else None
    port = stack.maker(interface["port"], "OS::Neutron::Port")
    if port is None or not is_complete(port.values.get("fixed_ips")):
        return None
    found = []
    for fixed in items(properties(port), "fixed_ips"):
        subnet = named_subnet(fixed["subnet"], owner, stack)
        if subnet is None:
            return None
        found.append((subnet, parse_address(fixed.text("ip_address") or "")))
    return found or None


def _in_cloud(network: Value, stack: Neighbors) -> list[SubnetFacts] | None:
    """Return the subnets that a network of the cloud has; None without a snapshot that has them all."""
    cloud = stack.cloud
    if not isinstance(network, str) or cloud is None or not cloud.is_known("neutron.subnet"):
        return None
    networks = cloud.find("neutron.network", network)
    if len(networks) != 1 or stack.sharing(key(network), by("network"), "OS::Neutron::Subnet"):
        return None
    found = [_of_cloud(thing) for thing in cloud.subnets_of(networks[0])]
    return [s for s in found if s is not None] if None not in found else None


def _of_cloud(thing: Thing) -> SubnetFacts | None:
    cidr = parse_cidr(thing.entry.get("cidr"))
    return SubnetFacts(thing.name, cidr, None, None, None, None, None) if cidr is not None else None
