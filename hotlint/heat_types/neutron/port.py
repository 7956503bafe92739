from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from hotlint.cloud.addresses import parse_address
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types._shared import claim, mappings_in
from hotlint.heat_types.base import FixedAddress, Follows, HeatType, Unique, Waits
from hotlint.heat_types.items import Item, items, known_list, properties
from hotlint.heat_types.neutron._subnets import Address, SubnetFacts, named_subnet, of_another_network, subnets_of
from hotlint.heat_types.neutron._value_specs import (
    DEMAND,
    FORMS,
    ONLY_KNOWN_ATTRIBUTES,
    overridden,
    refused_attributes,
    value_specs,
)
from hotlint.heat_types.quotas import NETWORK
from hotlint.heat_types.refusals import NEUTRON_NAME, Limit, Refusal
from hotlint.heat_types.rights import Right
from hotlint.language.origins import id_of
from hotlint.language.values import MARKS, Value
from hotlint.resource_types.property_relations import AtMostOne, Reads
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Neighbors, by, key, key_of
from hotlint.stacks.records import StackResource

if TYPE_CHECKING:
    from hotlint.heat_types.base import Staying
    from hotlint.stacks.update import RunningThing, StackUpdate

_MOST_PAIRS = 10
_NO_MAC = ("000000000000", "ffffffffffff")


def _card(owner: StackResource) -> Hashable:
    """Return the address of a port's network card, and the network; None where one of them is not known."""
    mac, network = _plain(properties(owner).text("mac_address")), key(owner.values.get("network"))
    return (mac, network) if mac is not None and mac not in _NO_MAC and network is not None else None


def _same_card(owner: StackResource, other: StackResource, stack: Neighbors) -> str:
    return f"{owner.values['mac_address']} is the address of port '{other.place}' in the same network"


def _plain(mac: str | None) -> str | None:
    return "".join(c for c in mac.lower() if c.isalnum()) if mac else None


class Port(HeatType):
    """OS::Neutron::Port: fixed addresses or none."""

    types = ("OS::Neutron::Port",)
    ignored = overridden(
        "name", "admin_state_up", "allowed_address_pairs", "binding:vnic_type", "device_id", "device_owner",
        "dns_name", "fixed_ips", "mac_address", "port_security_enabled", "propagate_uplink_status", "security_groups", "tags",
    )  # fmt: skip
    idle = "no server of the template uses it"
    is_found_outside = True
    idle_unless = ("device_id", "device_owner", "fixed_ips", "allowed_address_pairs")
    rights = (
        Right("create_port"),
        Right("create_port:fixed_ips:ip_address", ("fixed_ips", "ip_address")),
        Right("create_port:mac_address", ("mac_address",)),
        Right("create_port:port_security_enabled", ("port_security_enabled",), value=False),
        Right("create_port:allowed_address_pairs", ("allowed_address_pairs",)),
    )
    made_for = "neutron.port"
    names_things = {("security_groups",): "neutron.security_group"}
    echoes = ("name",)
    mirrors = {"admin_state_up": "admin_state_up", "mac_address": "mac_address", "name": "name"}
    follows = {"fixed_ips": ("subnets",), "network": ("network_id",), "qos_policy": ("qos_policy_id",)}
    allocated = {"fixed_ips": Follows("fixed_ips", ("ip_address",))}
    always_new = ("mac_address",)
    shown_properties = ("name", "admin_state_up", "mac_address", "description", "port_security_enabled")
    unique = (Unique("Neutron", "port", ("mac_address", "network"), _card, _same_card),)
    lost_when_gone = "the address of port"
    looked_up = frozenset({("fixed_ips", "subnet"), ("network",)})
    quota = (NETWORK, "ports")
    kept_once_given = ("port_security_enabled",)
    thing = "the port"
    # Source: neutron/db/ipam_backend_mixin.py
    limits = (*NEUTRON_NAME, Limit("device_id", 0, 255), Limit("device_owner", 0, 255))
    service_demands = (
        "each 'ip_address' of 'fixed_ips' is in its subnet, and neither the network address nor the broadcast address",
        "each 'subnet' of 'fixed_ips' is one of the network; with 'fixed_ips', the network has subnets",
        "no 'ip_address' is given in a subnet whose addresses come from the network card (slaac, dhcpv6-stateless)",
        "no 'ip_address' of 'fixed_ips' is given twice, in one port or two",
        "'mac_address' is neither 00:00:00:00:00:00 nor ff:ff:ff:ff:ff:ff, and of one port of the network",
        "'allowed_address_pairs' has each pair once",
        "'security_groups' has each group once",
        "'security_groups' and 'allowed_address_pairs' are given only with 'port_security_enabled'",
        FORMS,
    )
    settings = ("at most 10 'allowed_address_pairs' are given (max_allowed_address_pair)", ONLY_KNOWN_ATTRIBUTES)
    extra_attributes = (
        "allowed_address_pairs", "binding:host_id", "binding:profile", "binding:vnic_type", "device_id",
        "device_owner", "device_profile", "dns_name", "extra_dhcp_opts", "fixed_ips", "mac_address", "network_id",
        "numa_affinity_policy", "port_security_enabled", "qos_policy_id", "security_groups", "tags",
    )  # fmt: skip
    waits_for = {"OS::Neutron::Subnet": Waits(("network",), ("network",))}
    reads = (
        Reads(("value_specs", "no_fixed_ips")),
        Reads(("fixed_ips",), span=("16.0.0", None)),
    )
    relations = (AtMostOne(("fixed_ips", "no_fixed_ips"), meaning="true", span=("16.0.0", None)),)
    demands = (f"{DEMAND}, until Heat 15",)
    bad = (
        """
        network: n
        fixed_ips: [{ip_address: 10.0.0.5}]
        no_fixed_ips: true
        ^^^^^^^^^^^^
        """,
    )
    good = ("{network: n, no_fixed_ips: true}",)

    def always_replaced(self, values: Mapping[str, Value]) -> str | None:
        if values.get("replacement_policy") == "REPLACE_ALWAYS":
            return "its replacement_policy is REPLACE_ALWAYS: every update of the stack replaces it"
        return None

    def fails_to_be_replaced(self, old: StackResource, new: StackResource, update: StackUpdate) -> str:
        from hotlint.heat_types.neutron._floating import associated  # not in a check

        said = associated(old.name, update)
        return f"Heat first takes the addresses of the old port, which Neutron refuses while {said}" if said else ""

    def fails_to_change(self, old: StackResource, new: StackResource, update: StackUpdate) -> str:
        from hotlint.heat_types.neutron._floating import moves, needing

        users = [said for said, port, _ in needing(update) if port == old.name] if moves(old, new, update) else []
        said = f"Neutron refuses to change its address, since floating IP {users[0]}" if users else ""
        return said or super().fails_to_change(old, new, update)

    def fixed_addresses(self, values: Mapping[str, Value]) -> Iterator[FixedAddress]:
        for path, item in mappings_in(values, "fixed_ips"):
            yield from claim(path, item, "ip_address", values.get("network"), item.get("subnet"))

    def why_needed_now(self, runs: RunningThing, changed: Mapping[str, Value], staying: Staying) -> str:
        from hotlint.heat_types.neutron._floating import losing_now  # not in a check

        return losing_now(runs, changed["fixed_ips"], staying) if "fixed_ips" in changed else ""

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        port = properties(owner)
        yield from _fixed_ips(port, stack)
        if _plain(port.text("mac_address")) in _NO_MAC:
            yield port.refuse("mac_address", f"{port['mac_address']} is not the address of one network card")
        yield from _security(port, stack)
        yield from refused_attributes(owner, self.extra_attributes)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        if it.release is not None and it.release < (16,):  # later releases do not look at what the check finds
            yield from value_specs(values, it)


def _fixed_ips(port: Item, stack: Neighbors) -> Iterator[Refusal]:
    """Yield what is wrong with the addresses of a port."""
    network = port["network"]
    seen: set[str] = set()
    known = subnets_of(network, port.owner, stack)
    for fixed in items(port, "fixed_ips"):
        text = fixed.text("ip_address")
        address = parse_address(text or "")
        if text in seen:
            yield fixed.refuse("ip_address", f"{text} is given twice")
            return
        if text is not None:
            seen.add(text)
        if known is not None and not known and stack.maker(network, "OS::Neutron::Net") is not None:
            yield fixed.refuse("", "the network has no subnet", "neighbor", stack.maker(network, "OS::Neutron::Net"))
            return
        subnet = named_subnet(fixed["subnet"], port.owner, stack)
        is_told = text is not None and (subnet is None or subnet.owner is None)  # beside the address (HOT523)
        other = of_another_network(fixed, "subnet", network, "the port", stack) if not is_told else None
        if other is not None:
            yield other
        if address is None or (not fixed.is_known("subnet") and subnet is None):
            continue
        if subnet is None:
            if fixed["subnet"] is not None or known is None:
                continue
            yield from _in_any(fixed, address, known)
            subnet = next((s for s in known if s.can_hold(address)), None)
        elif not subnet.can_hold(address):
            yield fixed.refuse("ip_address", _outside(address, subnet), "neighbor", subnet.owner)
            continue
        if subnet is not None:
            yield from _in_subnet(fixed, address, subnet, stack)


def _in_any(fixed: Item, address: Address, known: list[SubnetFacts]) -> Iterator[Refusal]:
    """Yield a refusal where no subnet of the network can hold an address."""
    if not any(subnet.can_hold(address) for subnet in known):
        if len(known) == 1:
            yield fixed.refuse("ip_address", _outside(address, known[0]), "neighbor", known[0].owner)
        else:
            names = ", ".join(f"'{s.name}' ({s.cidr})" for s in known[:5])
            yield fixed.refuse("ip_address", f"{address} is in none of the subnets {names}", "neighbor", known[0].owner)


def _outside(address: Address, subnet: SubnetFacts) -> str:
    """Return why a subnet cannot hold an address, as a clause."""
    if address in subnet.cidr:
        which = "network" if address == subnet.cidr.network_address else "broadcast"
        return f"{address} is the {which} address of subnet '{subnet.name}' ({subnet.cidr})"
    return f"{address} is outside of subnet '{subnet.name}' ({subnet.cidr})"


def _in_subnet(fixed: Item, address: Address, subnet: SubnetFacts, stack: Neighbors) -> Iterator[Refusal]:
    """Yield what is wrong with an address in its subnet: it may not be chosen there, or is taken."""
    if subnet.is_automatic:
        message = f"addresses of subnet '{subnet.name}' come from the network card, and cannot be chosen"
        yield fixed.refuse("ip_address", message, "neighbor", subnet.owner)
        return
    if subnet.owner is None:
        return
    owner = fixed.owner
    for other in ports_with(address, subnet, owner, stack):
        message = f"{address} is given to port '{other.place}' as well"
        yield fixed.refuse("ip_address", message, "neighbor", other)
        return
    if address != subnet.gateway:
        return
    of_subnet = stack.sharing(key_of(subnet.owner), by("subnet"), "OS::Neutron::RouterInterface")
    for other in stack.rivals(owner, of_subnet):
        message = f"{address} is the gateway of subnet '{subnet.name}', which '{other.place}' takes for the router"
        yield fixed.refuse("ip_address", message, "neighbor", other)
        return


def ports_with(
    address: Address, subnet: SubnetFacts, owner: StackResource, stack: Neighbors
) -> Iterator[StackResource]:
    """Yield the ports that have a certain address of a subnet of the template, before or while `owner` is made."""
    name = subnet.owner.place if subnet.owner is not None else ""
    for other in stack.rivals(owner, stack.sharing(address, _addresses, "OS::Neutron::Port")):
        if any(_means(its, address, name, properties(other), subnet) for its in items(properties(other), "fixed_ips")):
            yield other


def _means(fixed: Item, address: Address, subnet: str, port: Item, of: SubnetFacts) -> bool:
    """Return whether a fixed address of a port is a certain one, in a certain subnet."""
    if parse_address(fixed.text("ip_address") or "") != address:
        return False
    if fixed["subnet"] is not None:
        return id_of(fixed["subnet"]) == subnet
    return of.owner is not None and key(port["network"]) == key(of.owner.values.get("network")) is not None


def _addresses(port: StackResource) -> Iterator[Address | None]:
    return (parse_address(fixed.text("ip_address") or "") for fixed in items(properties(port), "fixed_ips"))


def _security(port: Item, stack: Neighbors) -> Iterator[Refusal]:
    """Yield what is wrong with the security of a port."""
    groups = [group for group in map(key, known_list(port["security_groups"])) if group is not None]
    if len(set(groups)) < len(groups):
        yield port.refuse("security_groups", "a group is given twice")
    listed = port["allowed_address_pairs"]
    if isinstance(listed, list) and len(listed) > _MOST_PAIRS:
        message = f"{len(listed)} pairs are more than Neutron allows by default ({_MOST_PAIRS})"
        yield port.refuse("allowed_address_pairs", message, "setting")
    seen = set()
    for pair in items(port, "allowed_address_pairs"):
        if not pair.is_known("ip_address", "mac_address"):
            continue
        same = pair["ip_address"], pair["mac_address"]
        if same in seen:
            yield pair.refuse("", "the pair is given twice")
        seen.add(same)
        address = parse_address(pair.text("ip_address") or "")
        if address is not None and address.is_multicast:
            yield pair.refuse("ip_address", f"{address} is a multicast address")
    enabled = port["port_security_enabled"]
    maker = stack.maker(port["network"], "OS::Neutron::Net") if enabled is None else None
    is_off = enabled is False or (maker is not None and maker.values.get("port_security_enabled") is False)
    if is_off:
        for name in ("security_groups", "allowed_address_pairs"):
            if port[name] and not isinstance(port[name], MARKS):
                why = "'port_security_enabled' is false" + (
                    f" for network '{maker.place}'" if maker is not None else ""
                )
                yield port.refuse(name, why, "neighbor" if maker is not None else "value", maker)
