"""Floating IPs in an update: what of their port, subnet and router may not go while they stay."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterator, Mapping

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.language.values import OMITTED, Value, is_known
from hotlint.stacks.records import StackResource
from hotlint.stacks.update import UUID, RunningThing, StackUpdate

if TYPE_CHECKING:
    from hotlint.heat_types.base import Staying

_ADDRESS, _ASSOCIATION = "OS::Neutron::FloatingIP", "OS::Neutron::FloatingIPAssociation"
_AUTOMATIC = ("slaac", "dhcpv6-stateless")
"""Modes of IPv6 in which addresses follow from the network card: Neutron deletes such a subnet from ports that use it."""


def needing(update: StackUpdate) -> Iterator[tuple[str, str, Value]]:
    """Yield the floating IPs that stay associated: (what it is, the name of its port, its network)."""
    networks = {old.name: old.values.get("floating_network") for old in update.before.values() if old.type}
    for kind, owner in ((_ADDRESS, None), (_ASSOCIATION, "floatingip_id")):
        for old, new in update.staying(kind):
            port = update.referred(old.values.get("port_id"))
            if port and update.stays(port) and update.same(old.values.get("port_id"), new.values.get("port_id")):
                address = old.name if owner is None else update.referred(old.values.get(owner))
                if update.shown(address, "port_id") is None:  # as after the replacement of its association by Heat
                    continue
                yield f"'{address or old.name}' stays and needs it", port, networks.get(address)


def associated(port: str, update: StackUpdate) -> str:
    """Return which floating IP is associated with a port that Heat replaces, and follows it afterwards; "" for none."""
    for kind in (_ADDRESS, _ASSOCIATION):
        for old in update.existing(kind):
            if update.referred(old.values.get("port_id")) == port:
                new = update.after.get(old.name)
                if new is None or update.referred(new.values.get("port_id")) == port:
                    return f"floating IP '{old.name}' is associated"
    return ""


def needed_by(update: StackUpdate, is_needed: Callable[[str, Value], bool]) -> str:
    """Return which floating IP still needs a router interface or gateway that is deleted; "" for none.

    `is_needed` tells so by its port and its network.
    """
    for said, port, network in needing(update):
        if not moves(update.before[port], update.after[port], update) and is_needed(port, network):
            return f"Neutron refuses to delete it, since floating IP {said}"
    return ""


def moves(old: StackResource, new: StackResource, update: StackUpdate) -> bool:
    """Return whether a port certainly loses its only address, which fails by itself where that is needed."""
    before, after = old.values.get("fixed_ips"), new.values.get("fixed_ips")
    if not isinstance(before, list) or not isinstance(after, list) or len(before) != 1 or len(after) != 1:
        return False
    was, will = before[0], after[0]
    if not isinstance(was, dict) or not isinstance(will, dict):
        return False
    return any(was.get(k) is not None and update.differs(was.get(k), will.get(k)) for k in ("subnet", "ip_address"))


def serves(router: str, port: str, update: StackUpdate) -> bool:
    """Return whether a router of this stack has an interface of the subnet of a port."""
    return any(
        update.referred(old.values.get("router")) == router and is_on(port, old.values.get("subnet"), update)
        for old, _ in update.staying("OS::Neutron::RouterInterface")
    )


def is_on(port: str, subnet: Value, update: StackUpdate) -> bool:
    """Return whether a port has an address of a subnet of this stack."""
    name, values = update.referred(subnet), update.before[port].values
    listed = values.get("fixed_ips")
    if isinstance(listed, list) and listed:
        return any(isinstance(one, dict) and update.same(one.get("subnet"), subnet) for one in listed)
    if not name or name not in update.before or listed:
        return False
    return is_only(name, update) and update.same(update.before[name].values.get("network"), values.get("network"))


def is_only(subnet: str, update: StackUpdate) -> bool:
    """Return whether each port of its network, which this stack makes, has an address of a subnet."""
    mine = update.before[subnet].values
    network = mine.get("network")
    if not update.referred(network) or mine.get("ipv6_address_mode") in _AUTOMATIC or network_of(mine) is None:
        return False
    return not any(
        other.name != subnet
        and update.same(other.values.get("network"), network)
        and other.values.get("ip_version") == mine.get("ip_version")
        for other in update.of("OS::Neutron::Subnet")
    )


def network_of(values: Mapping[str, Value]) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    """Return the addresses of a subnet, by its properties; None where they are not known."""
    cidr = values.get("cidr")
    try:
        return ipaddress.ip_network(cidr, strict=False) if isinstance(cidr, str) else None
    except ValueError:
        return None


def needing_now(router: Value, subnet: Value, staying: Staying) -> str:
    """Return which floating IP that runs anywhere in the deployment needs a router, or its interface of a subnet; "" for none."""
    ports = {port.id: port for port in staying("OS::Neutron::Port")} if subnet is not None else {}
    assigned = {one.properties.get("floatingip_id") for one in staying(_ASSOCIATION)}
    for floating in staying(_ADDRESS):
        if not floating.properties.get("port_id") and floating.id not in assigned:
            continue
        port = ports.get(str(floating.shown("port_id")))
        listed = port.shown("fixed_ips") if port is not None else None
        held = [one.get("subnet_id") for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
        if router and floating.shown("router_id") == router and (subnet is None or subnet in held):
            return f"since floating IP '{floating.place}' stays and needs it"
    return ""


def losing_now(port: RunningThing, fixed_ips: Value, staying: Staying) -> str:
    """Return why a port cannot have new `fixed_ips`: none may be the address that a floating IP leads to; "" for no reason."""
    shown = port.shown("fixed_ips")
    places = (
        {one.get("ip_address"): one.get("subnet_id") for one in shown if isinstance(one, dict)}
        if isinstance(shown, list)
        else {}
    )
    for floating in staying(_ADDRESS):
        address = floating.shown("fixed_ip_address") if floating.shown("port_id") == port.id else None
        if address in places and isinstance(fixed_ips, list) and not _may_keep(fixed_ips, address, places[address]):
            return f"Neutron refuses to take {address} from the port, since floating IP '{floating.place}' stays and needs it"
    return ""


def _may_keep(fixed_ips: list[Value], address: Value, subnet: Value) -> bool:
    """Return whether one of these addresses may be the given one of a subnet, by its id."""
    for one in fixed_ips:
        if not isinstance(one, dict) or one.get("ip_address") == address or not is_known(one.get("ip_address")):
            return True
        wanted = one.get("subnet")
        if one.get("ip_address") in (None, OMITTED) and (
            not isinstance(wanted, str) or wanted == subnet or not UUID.fullmatch(wanted)
        ):
            return True
    return False
