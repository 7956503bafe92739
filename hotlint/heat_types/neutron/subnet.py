from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from ipaddress import ip_network

from hotlint.cloud.addresses import parse_address, parse_cidr
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import Item, items, known_list, mapping, properties, texts
from hotlint.heat_types.neutron._capacity import too_many
from hotlint.heat_types.neutron._subnets import (
    Network,
    Range,
    SubnetFacts,
    block_keys,
    bounds,
    in_range,
    overlapping,
    subnet_of,
)
from hotlint.heat_types.neutron._value_specs import FORMS, ONLY_KNOWN_ATTRIBUTES, overridden, refused_attributes
from hotlint.heat_types.neutron.subnet_pool import is_of_another_pool, refused_by_pool
from hotlint.heat_types.quotas import NETWORK
from hotlint.heat_types.refusals import NEUTRON_NAME, Refusal
from hotlint.heat_types.rights import Right
from hotlint.language.constraints.custom.addresses import ip_addr
from hotlint.language.values import MARKS, Value
from hotlint.resource_types.property_relations import AtMostOne, OnlyWhen, Reads, conflict, invalid, missing
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Key, Neighbors, by, key
from hotlint.stacks.records import StackResource

if TYPE_CHECKING:
    from hotlint.heat_types.base import Staying
    from hotlint.stacks.update import RunningThing, StackUpdate

_MOST_NAMESERVERS = 5
_MOST_ROUTES = 20
_LEAST_MTU = {4: 68, 6: 1280}


class Subnet(HeatType):
    """OS::Neutron::Subnet: one source of addresses, IPv6 modes that agree, and a gateway that is an address."""

    types = ("OS::Neutron::Subnet",)
    ignored = overridden(
        "name", "allocation_pools", "cidr", "dns_nameservers", "enable_dhcp", "gateway_ip", "host_routes",
        "ip_version", "ipv6_address_mode", "ipv6_ra_mode", "prefixlen", "tags", "tenant_id",
    )  # fmt: skip
    rights = (
        Right("create_subnet"),
        Right("create_subnet:segment_id", ("segment",)),
    )
    makes = "neutron.subnet"
    made_for = "neutron.subnet"
    echoes = ("name",)
    mirrors = {
        "cidr": "cidr",
        "enable_dhcp": "enable_dhcp",
        "gateway_ip": "gateway_ip",
        "name": "name",
        "network_id": "network",
    }
    follows = {"allocation_pools": ("gateway_ip",)}
    shown_properties = ("name", "enable_dhcp", "gateway_ip", "dns_nameservers", "host_routes")
    looked_up = frozenset({("network",)})
    quota = (NETWORK, "subnets")
    thing = "the subnet"
    # Source: neutron/db/db_base_plugin_v2.py
    limits = NEUTRON_NAME
    service_demands = (
        "'cidr', 'gateway_ip', 'dns_nameservers' and 'host_routes' are of the version of 'ip_version'",
        "with 'enable_dhcp', 'cidr' has room for two addresses and is neither multicast, loopback nor begins with 0.0.0.0",
        "'cidr' has a prefix length above 0, and is not that of ::",
        "'gateway_ip' is neither the network address nor the broadcast address of 'cidr'",
        "each of 'allocation_pools' begins before it ends, lies in 'cidr', and has neither the gateway nor addresses of another one",
        "'allocation_pools' are given only with 'cidr'",
        "'dns_nameservers' are IP addresses, each once",
        "in 'host_routes', each 'destination' is a network address, and no route is given twice",
        "'ipv6_ra_mode' and 'ipv6_address_mode' are given only with 'enable_dhcp'; slaac and dhcpv6-stateless require a /64 as 'cidr'",
        "'cidr' overlaps no other subnet of the network",
        "all subnets of a network with the same 'ip_version' are of one 'subnetpool', or of none",
        "the 'subnetpool' has room for all subnets, and its 'default_quota' is not exceeded",
        "'prefixlen' is one that the 'subnetpool' gives away, and 'ip_version' that of the pool",
        "the network's mtu is at least 68, for IPv6 1280",
        "'allocation_pools', or else 'cidr', have an address for each port, server and floating IP that takes one",
        FORMS,
    )
    settings = (
        "at most 5 'dns_nameservers' are given (max_dns_nameservers)",
        "at most 20 'host_routes' are given (max_subnet_host_routes)",
        ONLY_KNOWN_ATTRIBUTES,
    )
    extra_attributes = (
        "allocation_pools", "cidr", "dns_nameservers", "enable_dhcp", "gateway_ip", "host_routes", "ip_version",
        "ipv6_address_mode", "ipv6_ra_mode", "network_id", "prefixlen", "segment_id", "service_types",
        "subnetpool_id", "tags", "use_default_subnetpool",
    )  # fmt: skip
    reads = (Reads((
        "subnetpool", "prefixlen", "cidr", "value_specs", "ip_version", "gateway_ip", "ipv6_ra_mode",
        "ipv6_address_mode",
    )),)  # fmt: skip
    relations = (
        OnlyWhen(("ipv6_ra_mode", "ipv6_address_mode"), "ip_version", (4,), meaning="true", negated=True),
        AtMostOne(("prefixlen", "cidr"), meaning="true"),
    )
    demands = (
        "exactly one of 'cidr' or 'subnetpool' is given",
        "'ipv6_ra_mode' and 'ipv6_address_mode' are the same when both are given",
        "'gateway_ip' is an IP address",
    )
    bad = ("{network: n}",)
    good = ("{network: n, cidr: 10.0.0.0/24, gateway_ip: 10.0.0.1}",)

    def fails_to_be_replaced(self, old: StackResource, new: StackResource, update: StackUpdate) -> str:
        from hotlint.heat_types.neutron._floating import network_of  # not in a check

        first, second = network_of(old.values), network_of(new.values)
        if (
            first is not None
            and second is not None
            and first.version == second.version
            and update.same(old.values.get("network"), new.values.get("network"))
            and first.overlaps(second)
        ):
            return f"Neutron refuses {second}, which overlaps the old subnet {first}: Heat deletes that only afterwards"
        return ""

    def fails_to_change(self, old: StackResource, new: StackResource, update: StackUpdate) -> str:
        """Return why Neutron refuses a new gateway: it is in the pools that Neutron has made around the old one.

        See `validate_gw_out_of_pools` in neutron/db/ipam_pluggable_backend.py.
        """
        was, will = (parse_address(str(side.values.get("gateway_ip") or "")) for side in (old, new))
        cidr = parse_cidr(str(new.values.get("cidr") or ""))
        if was is None or will is None or was == will or cidr is None or will not in cidr or was not in cidr:
            return ""
        if old.values.get("allocation_pools") or new.values.get("allocation_pools"):
            return ""
        return (
            f"Neutron refuses the gateway {will}: it is in the allocation pool, which has all addresses but {was}; give "
            "'allocation_pools' without it"
        )

    def why_needed_now(self, runs: RunningThing, changed: Mapping[str, Value], staying: Staying) -> str:
        """Return which router interface has the address of a gateway that changes.

        See `_validate_subnet` in neutron/db/db_base_plugin_v2.py.
        """
        was, new = runs.shown("gateway_ip"), changed.get("gateway_ip")
        gateway = parse_address(was) if isinstance(was, str) else None
        will = parse_address(new) if isinstance(new, str) else None
        if "gateway_ip" not in changed or isinstance(new, MARKS) or gateway in (None, will):
            return ""
        address = {"subnet_id": runs.id, "ip_address": was}
        ports = {port.id for port in staying("OS::Neutron::Port") if address in known_list(port.shown("fixed_ips"))}
        for interface in staying("OS::Neutron::RouterInterface"):
            if interface.properties.get("subnet") == runs.id or interface.properties.get("port") in ports:
                return f"Neutron refuses to change the gateway {was}: router interface '{interface.place}' stays and has it"
        return ""

    def fails_to_go(self, old: StackResource, update: StackUpdate) -> str:
        """Return which port or server keeps an address of a subnet that is deleted."""
        from hotlint.heat_types.neutron._floating import is_only

        if not is_only(old.name, update):
            return ""
        network = old.values.get("network")
        for before, after in update.staying("OS::Neutron::Port"):
            free = not before.values.get("fixed_ips") and not after.values.get("fixed_ips")
            if free and update.same(before.values.get("network"), network):
                return f"Neutron refuses to delete it, since port '{before.name}' stays and has an address of it"
        for before, after in update.staying("OS::Nova::Server"):
            networks = before.values.get("networks")
            if isinstance(networks, list) and update.same(networks, after.values.get("networks")):
                plain = [n for n in networks if isinstance(n, dict) and not n.get("port") and not n.get("fixed_ip")]
                if any(update.same(n.get("network"), network) and not n.get("subnet") for n in plain):
                    return f"Neutron refuses to delete it, since server '{before.name}' stays and has an address of it"
        return ""

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        yield from refused_attributes(owner, self.extra_attributes)
        subnet = properties(owner)
        cidr, version = parse_cidr(subnet.text("cidr")), subnet.number("ip_version")
        if cidr is not None and version is not None:
            if cidr.version != version:
                yield subnet.refuse("cidr", f"{cidr} does not match 'ip_version' ({version})")
                return
            yield from _addresses(subnet, cidr)
        elif subnet["cidr"] is None and subnet["subnetpool"] is not None and subnet["allocation_pools"]:
            yield subnet.refuse("allocation_pools", "pools may be chosen only with 'cidr'")
        yield from refused_by_pool(subnet, stack)
        yield from _gateway(subnet, cidr, version)
        yield from _nameservers(subnet, version)
        yield from _routes(subnet, version)
        yield from _network(subnet, cidr, version, stack)
        facts = stack.once(subnet_of, owner)
        if facts is not None and facts.cidr.version == 4:
            yield from too_many(facts, stack)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        pool, cidr = values.is_set("subnetpool"), values.is_true("cidr")
        if pool and cidr:
            yield conflict(values, "cidr", f"{it.type} takes only one of 'cidr' or 'subnetpool'")
        elif pool is False and cidr is False:
            yield missing(values, "cidr", f"{it.type} requires 'cidr' or 'subnetpool'")
        mode, other = values["ipv6_ra_mode"], values["ipv6_address_mode"]
        if isinstance(mode, str) and isinstance(other, str) and mode and other and mode != other:
            message = f"'ipv6_address_mode' of {it.type} must be the same as 'ipv6_ra_mode' ('{mode}'), not '{other}'"
            yield invalid(values, "ipv6_address_mode", message)
        gateway = values["gateway_ip"]
        none = ("~", "", "auto") if it.release is None or it.release >= (26,) else ("~", "")
        if isinstance(gateway, str) and gateway not in none and ip_addr(gateway) is not None:
            yield invalid(values, "gateway_ip", f"'gateway_ip' of {it.type} is '{gateway}', which is not an IP address")


def _addresses(subnet: Item, cidr: Network) -> Iterator[Refusal]:
    """Yield what is wrong with the addresses and the modes of a subnet."""
    dhcp = subnet["enable_dhcp"]
    if cidr.prefixlen == 0:
        yield subnet.refuse("cidr", f"{cidr} has the prefix length 0")
    elif cidr.version == 6 and int(cidr.network_address) == 0:
        yield subnet.refuse("cidr", "a subnet of :: is not supported")
    elif dhcp is True:
        limit = 30 if cidr.version == 4 else 126
        what = "is a multicast network" if cidr.is_multicast else "is a loopback network" if cidr.is_loopback else ""
        if cidr.prefixlen > limit:
            what = f"has a prefix length above {limit}"
        elif cidr.version == 4 and int(cidr.network_address) == 0:
            what = "begins with 0.0.0.0"
        if what:
            yield subnet.refuse("cidr", f"{cidr} {what}, which requires 'enable_dhcp: false'")
    for name in ("ipv6_ra_mode", "ipv6_address_mode"):
        mode = subnet.text(name)
        if mode is not None and cidr.version == 6:
            if dhcp is False:
                yield subnet.refuse(name, "a mode requires 'enable_dhcp'")
                return
            if mode != "dhcpv6-stateful" and cidr.prefixlen != 64:
                yield subnet.refuse(name, f"{mode} requires a /64 as 'cidr', not {cidr}")
                return


def _gateway(subnet: Item, cidr: Network | None, version: int | None) -> Iterator[Refusal]:
    """Yield what is wrong with the gateway and the pools of a subnet."""
    gateway = parse_address(subnet.text("gateway_ip") or "")
    if gateway is not None and version is not None and gateway.version != version:
        yield subnet.refuse("gateway_ip", f"{gateway} does not match 'ip_version' ({version})")
        return
    if (
        cidr is not None
        and gateway is not None
        and cidr.version == 4
        and gateway in (cidr.network_address, cidr.broadcast_address)
    ):
        which = "network" if gateway == cidr.network_address else "broadcast"
        yield subnet.refuse("gateway_ip", f"{gateway} is the {which} address of {cidr}")
        return
    known = subnet_of(subnet.owner)
    pools: list[Range] = []
    for pool in items(subnet, "allocation_pools"):
        problem = _pool(pool, cidr, known, pools)
        if problem is not None:
            yield problem
            return


def _pool(pool: Item, cidr: Network | None, known: SubnetFacts | None, above: list[Range]) -> Refusal | None:
    """Return what is wrong with one pool, which is added to those above it; None where nothing is, or that is not known.

    `cidr` is None where it is not known.
    """
    start, end = (parse_address(pool.text(name) or "") for name in ("start", "end"))
    if start is None or end is None:
        return None
    if start.version == end.version and int(start) > int(end):
        return pool.refuse("start", f"{start} is above the end of the pool ({end})")
    problem = _outside(pool, (start, end), cidr) if cidr is not None else None
    if problem is not None:
        return problem
    other = next((p for p in above if int(p[0]) <= int(end) and int(start) <= int(p[1])), None)
    if other is not None:
        return pool.refuse("", f"{start} to {end} overlaps the pool {other[0]} to {other[1]}")
    above.append((start, end))
    if known is not None and known.gateway is not None and in_range(known.gateway, (start, end)):
        what = "gateway" if pool.owner.values.get("gateway_ip") is not None else "gateway that Neutron chooses"
        return pool.refuse("", f"{start} to {end} holds the {what} ({known.gateway})")
    return None


def _outside(pool: Item, addresses: Range, cidr: Network) -> Refusal | None:
    """Return what is wrong with the first address of a pool that its subnet does not have; None without one."""
    allowed = bounds(cidr)
    for name, address in zip(("start", "end"), addresses, strict=True):
        if address.version != cidr.version:
            return pool.refuse(name, f"{address} is not an address of IPv{cidr.version}, as {cidr} is")
        if not in_range(address, allowed):
            return pool.refuse(name, f"{address} is outside of the addresses of {cidr} ({allowed[0]} to {allowed[1]})")
    return None


def _nameservers(subnet: Item, version: int | None) -> Iterator[Refusal]:
    """Yield what is wrong with the name servers of a subnet."""
    seen: set[str] = set()
    for index, text in texts(subnet, "dns_nameservers"):
        server = Item(subnet.owner, ("dns_nameservers", index), {})
        address = parse_address(text)
        if address is None:
            yield server.refuse("", f"'{text}' is not an IP address")
        elif text in seen:
            yield server.refuse("", f"{text} is given twice")
        elif version is not None and address.version != version:
            yield server.refuse("", f"{address} does not match 'ip_version' ({version})")
        seen.add(text)
    listed = subnet["dns_nameservers"]
    if isinstance(listed, list) and len(listed) > _MOST_NAMESERVERS and not any(isinstance(s, MARKS) for s in listed):
        message = f"{len(listed)} name servers are more than Neutron allows by default ({_MOST_NAMESERVERS})"
        yield subnet.refuse("dns_nameservers", message, "setting")


def _routes(subnet: Item, version: int | None) -> Iterator[Refusal]:
    """Yield what is wrong with the routes of a subnet."""
    seen = []
    for route in items(subnet, "host_routes"):
        text, hop = route.text("destination"), parse_address(route.text("nexthop") or "")
        destination = parse_cidr(text)
        if destination is not None and text is not None:
            if not _is_network_address(text):
                yield route.refuse("destination", f"'{text}' is not the address of a network, such as {destination}")
            elif destination.is_loopback:
                yield route.refuse("destination", f"{destination} is a loopback network")
            elif version is not None and destination.version != version:
                yield route.refuse("destination", f"{destination} does not match 'ip_version' ({version})")
        if hop is not None and version is not None and hop.version != version:
            yield route.refuse("nexthop", f"{hop} does not match 'ip_version' ({version})")
        if text is not None and hop is not None:
            if (text, hop) in seen:
                yield route.refuse("", "the route is given twice")
            seen.append((text, hop))
    if len(seen) > _MOST_ROUTES:
        message = f"{len(seen)} routes are more than Neutron allows by default ({_MOST_ROUTES})"
        yield subnet.refuse("host_routes", message, "setting")


def _is_network_address(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return "/" in text


def _network(subnet: Item, cidr: Network | None, version: int | None, stack: Neighbors) -> Iterator[Refusal]:
    """Yield what does not go with the network of a subnet: its size of packets, and its other subnets."""
    owner, network = subnet.owner, key(subnet["network"])
    maker = stack.maker(subnet["network"], "OS::Neutron::Net", "OS::Neutron::ProviderNet")
    specs = mapping(properties(maker), "value_specs") if maker is not None else None
    mtu = specs.number("mtu") if specs is not None else None
    if mtu and version is not None and mtu < _LEAST_MTU[version]:
        message = f"IPv{version} requires an mtu of {_LEAST_MTU[version]}, and the network has {mtu}"
        yield subnet.refuse("network", message, "neighbor", maker)
    if network is None:
        return
    for other in stack.rivals(owner, _in_question(subnet, cidr, network, stack)):
        if is_of_another_pool(subnet, properties(other)):
            message = f"subnet '{other.place}' of the network is not of the same pool"
            yield subnet.refuse("subnetpool" if subnet["subnetpool"] else "cidr", message, "neighbor", other)
            return
        its = parse_cidr(properties(other).text("cidr"))
        if cidr is not None and its is not None and its.version == cidr.version and its.overlaps(cidr):
            message = f"{cidr} overlaps subnet '{other.place}' ({its}) of the network"
            yield subnet.refuse("cidr", message, "neighbor", other)
            return


def _in_question(subnet: Item, cidr: Network | None, network: Key, stack: Neighbors) -> Iterator[StackResource]:
    """Yield the subnets of a network whose pool is another one, or that overlap: of thousands, not each is compared with each."""
    pool, type_ = key(subnet["subnetpool"]), subnet.owner.type
    all_ = stack.sharing(network, by("network"), type_)
    found = overlapping(cidr, network, _blocks, type_, stack) if cidr is not None else []
    if len(stack.sharing((network, pool), _pools, type_)) < len(all_):
        found.append([other for other in all_ if key(properties(other)["subnetpool"]) != pool])
    return stack.in_order(*found)


def _pools(subnet: StackResource) -> Iterator[Hashable]:
    its = properties(subnet)
    yield key(its["network"]), key(its["subnetpool"])


def _blocks(subnet: StackResource) -> Iterator[Hashable]:
    its = properties(subnet)
    return block_keys(key(its["network"]), [parse_cidr(its.text("cidr"))])
