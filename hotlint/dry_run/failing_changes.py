"""Changes of an update that a service refuses, so that the update fails half way.

Heat creates a replacement before it deletes the old resource: where a service allows only one of them, it refuses the new
one. Heat also deletes resources that others still need, when only the service knows of the need. Each case was seen on a
cloud: the tests have templates of each, and of a change next to it that succeeds.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from hotlint.dry_run.changes import ResourceChange
from hotlint.dry_run.compared_resource import Side
from hotlint.language.values import Unknown, Value, is_known, show

Same = Callable[[Value, Value], bool]
"""Whether a value of the old side and one of the new side are certainly the same when Heat has updated the stack."""


class _Unique(NamedTuple):
    """What only one resource of a type may have. Of `names`, the first is given, and the others are the same on both sides."""

    service: str
    thing: str
    names: tuple[str, ...]


_UNIQUE: Final = {
    "OS::Keystone::Project": (_Unique("Keystone", "project", ("name", "domain")),),
    "OS::Neutron::FloatingIP": (_Unique("Neutron", "floating IP", ("floating_ip_address", "floating_network")),),
    "OS::Neutron::Port": (_Unique("Neutron", "port", ("mac_address", "network")),),
    "OS::Neutron::RouterInterface": (
        _Unique("Neutron", "router interface", ("subnet",)), _Unique("Neutron", "router interface", ("port",)),
    ),
    "OS::Neutron::SecurityGroupRule": (
        _Unique("Neutron", "rule", (
            "security_group", "direction", "ethertype", "protocol", "port_range_min", "port_range_max", "remote_group",
            "remote_ip_prefix",
        )),
    ),
    "OS::Nova::Flavor": (_Unique("Nova", "flavor", ("name",)), _Unique("Nova", "flavor", ("flavorid",))),
}  # fmt: skip
_AUTOMATIC: Final = ("slaac", "dhcpv6-stateless")
"""Modes of IPv6 in which addresses follow from the network card: Neutron deletes such a subnet from ports that use it."""


class StackChanges:
    """The resources of one stack, or the members of a group, before and after, with the changes of them by name."""

    def __init__(
        self,
        before: Mapping[str, Side],
        after: Mapping[str, Side],
        changes: Mapping[str, ResourceChange],
        same: Same,
        ids: Mapping[str, str],
    ) -> None:
        """`ids` are the names of the resources that run, by their physical ids."""
        self._before = before
        self._after = after
        self._changes = changes
        self._same = same
        self._ids = ids

    def failure(self, name: str) -> str:
        """Return why a service refuses the change of a resource, a clause; "" where nothing known refuses it."""
        change, old, new = self._changes[name], self._before.get(name), self._after.get(name)
        if old is None or old.kind.location is not None:
            return ""
        kind = old.kind.type.name
        if change.action == "replace" and new is not None and new.kind.type.name == kind:
            found = next(self._twice(old, new), "")
            if found:
                return found
            if kind == "OS::Neutron::Port" and (said := self._has_floating(name)):
                return f"Heat first takes the addresses of the old port, which Neutron refuses while {said}"
        if change.action in ("delete", "replace"):
            if kind == "OS::Neutron::Subnet":
                return self._keeps_address(name)
            return self._is_needed(old) if kind in _GATES else ""
        if change.action == "update" and new is not None:
            return _shrinks(old, new) or self._loses_address(name, old, new) or self._loses_gateway(name, old, new)
        return ""

    # -- replacements --------------------------------------------------------------------------------------------------

    def _twice(self, old: Side, new: Side) -> Iterator[str]:
        """Yield why the new resource cannot exist beside the old one."""
        kind = new.kind.type.name
        for service, thing, names in _UNIQUE.get(kind, ()):
            first = new.values.get(names[0])
            if first is not None and all(self._same(old.values.get(n), new.values.get(n)) for n in names):
                value = new.preview.redactor(first)
                alike = f"with {names[0]} {show(value, _WIDTH)}" if is_known(value) else f"with the same {names[0]}"
                alike = alike if len(names) < _FEW else "that is the same"
                yield f"{service} refuses a second {thing} {alike}, and Heat deletes the old one only afterwards"
        if kind == "OS::Neutron::Subnet" and self._same(old.values.get("network"), new.values.get("network")):
            first, second = _network_of(old), _network_of(new)
            if first is not None and second is not None and first.version == second.version and first.overlaps(second):
                yield (
                    f"Neutron refuses {second}, which overlaps the old subnet {first}: Heat deletes that only afterwards"
                )

    # -- what others need ----------------------------------------------------------------------------------------------

    def _stays(self, name: str) -> bool:
        """Return whether a resource exists before and after, and is the same one."""
        old, new, change = self._before.get(name), self._after.get(name), self._changes.get(name)
        exists = old is not None and new is not None and bool(old.found.enabled) and bool(new.found.enabled)
        return exists and (change is None or change.action == "update")

    def _staying(self, kind: str) -> Iterator[tuple[str, Side, Side]]:
        for name, side in self._before.items():
            if side.kind.location is None and side.kind.type.name == kind and self._stays(name):
                yield name, side, self._after[name]

    def _keeps_address(self, subnet: str) -> str:
        """Return which port or server keeps an address of a subnet that is deleted; "" for none."""
        if not self._is_only(subnet):
            return ""
        network = self._before[subnet].values.get("network")
        for name, old, new in self._staying("OS::Neutron::Port"):
            free = not old.values.get("fixed_ips") and not new.values.get("fixed_ips")
            if free and self._same(old.values.get("network"), network):
                return f"Neutron refuses to delete it, since port '{name}' stays and has an address of it"
        for name, old, new in self._staying("OS::Nova::Server"):
            networks = old.values.get("networks")
            if isinstance(networks, list) and self._same(networks, new.values.get("networks")):
                plain = [n for n in networks if isinstance(n, dict) and not n.get("port") and not n.get("fixed_ip")]
                if any(self._same(n.get("network"), network) and not n.get("subnet") for n in plain):
                    return f"Neutron refuses to delete it, since server '{name}' stays and has an address of it"
        return ""

    def _is_only(self, subnet: str) -> bool:
        """Return whether each port of its network, which this stack makes, has an address of a subnet."""
        mine = self._before[subnet].values
        network = mine.get("network")
        if (
            not self._referred(network)
            or mine.get("ipv6_address_mode") in _AUTOMATIC
            or _network_of(self._before[subnet]) is None
        ):
            return False
        others = [
            side for name, side in self._before.items()
            if name != subnet and side.kind.location is None and side.kind.type.name == "OS::Neutron::Subnet"
        ]  # fmt: skip
        return not any(
            self._same(o.values.get("network"), network) and o.values.get("ip_version") == mine.get("ip_version")
            for o in others
        )

    def _floating(self) -> Iterator[tuple[str, str, Value]]:
        """Yield the floating IPs that stay associated: (what it is, the name of its port, its network)."""
        networks = {n: s.values.get("floating_network") for n, s in self._before.items() if s.kind.location is None}
        for kind, owner in (("OS::Neutron::FloatingIP", None), ("OS::Neutron::FloatingIPAssociation", "floatingip_id")):
            for name, old, new in self._staying(kind):
                port = self._referred(old.values.get("port_id"))
                if port and self._stays(port) and self._same(old.values.get("port_id"), new.values.get("port_id")):
                    address = name if owner is None else self._referred(old.values.get(owner))
                    if self._is_free(address):
                        continue
                    yield f"'{address or name}' stays and needs it", port, networks.get(address)

    def _is_free(self, address: str) -> bool:
        """Return whether a floating IP runs without a port, as after the replacement of its association by Heat."""
        side = self._before.get(address)
        if side is None or side.found.resource is None:
            return False
        return side.preview.context.attribute(side.found.resource, ["port_id"]) is None

    def _has_floating(self, port: str) -> str:
        """Return which floating IP is associated with a port that Heat replaces, and follows it afterwards; "" for none."""
        for kind in ("OS::Neutron::FloatingIP", "OS::Neutron::FloatingIPAssociation"):
            for name, old in self._before.items():
                new = self._after.get(name)
                is_at = old.kind.location is None and old.kind.type.name == kind and bool(old.found.enabled)
                if not is_at or self._referred(old.values.get("port_id")) != port:
                    continue
                follows = new is None or self._referred(new.values.get("port_id")) == port
                if follows:
                    return f"floating IP '{name}' is associated"
        return ""

    def _is_needed(self, gate: Side) -> str:
        """Return which floating IP still needs a router interface or gateway that is deleted; "" for none."""
        for said, port, network in self._floating():
            if self._moves(self._before[port], self._after[port]):
                needed = False  # which fails by itself
            elif gate.kind.type.name == "OS::Neutron::RouterInterface":
                needed = self._is_on(port, gate.values.get("subnet"))
            else:
                router = self._referred(gate.values.get("router_id"))
                needed = self._same(gate.values.get("network"), network) and self._serves(router, port)
            if needed:
                return f"Neutron refuses to delete it, since floating IP {said}"
        return ""

    def _serves(self, router: str, port: str) -> bool:
        """Return whether a router of this stack has an interface of the subnet of a port."""
        interfaces = self._staying("OS::Neutron::RouterInterface")
        return any(
            self._referred(old.values.get("router")) == router and self._is_on(port, old.values.get("subnet"))
            for _, old, _ in interfaces
        )

    def _is_on(self, port: str, subnet: Value) -> bool:
        """Return whether a port has an address of a subnet of this stack."""
        name, values = self._referred(subnet), self._before[port].values
        listed = values.get("fixed_ips")
        if isinstance(listed, list) and listed:
            return any(isinstance(one, dict) and self._same(one.get("subnet"), subnet) for one in listed)
        if not name or name not in self._before or listed:
            return False
        return self._is_only(name) and self._same(self._before[name].values.get("network"), values.get("network"))

    # -- updates in place ----------------------------------------------------------------------------------------------

    def _loses_address(self, name: str, old: Side, new: Side) -> str:
        """Return which floating IP needs the address that a port loses; "" for none."""
        if old.kind.type.name != "OS::Neutron::Port":
            return ""
        users = [said for said, port, _ in self._floating() if port == name] if self._moves(old, new) else []
        return f"Neutron refuses to change its address, since floating IP {users[0]}" if users else ""

    def _moves(self, old: Side, new: Side) -> bool:
        """Return whether a port certainly loses its only address."""
        before, after = old.values.get("fixed_ips"), new.values.get("fixed_ips")
        if not isinstance(before, list) or not isinstance(after, list) or len(before) != 1 or len(after) != 1:
            return False
        was, will = before[0], after[0]
        if not isinstance(was, dict) or not isinstance(will, dict):
            return False
        return any(was.get(k) is not None and self._differs(was.get(k), will.get(k)) for k in ("subnet", "ip_address"))

    def _loses_gateway(self, name: str, old: Side, new: Side) -> str:
        """Return which floating IP needs the gateway that a router loses; "" for none."""
        if old.kind.type.name != "OS::Neutron::Router":
            return ""
        was, will = (side.values.get("external_gateway_info") for side in (old, new))
        network = was.get("network") if isinstance(was, dict) else None
        if network is None or will:
            return ""
        users = [
            said for said, port, needed in self._floating() if self._same(network, needed) and self._serves(name, port)
        ]
        return f"Neutron refuses to remove its gateway, since floating IP {users[0]}" if users else ""

    def _differs(self, old: Value, new: Value) -> bool:
        """Return whether two values are certainly not the same."""
        if isinstance(old, str) and isinstance(new, str):
            return old != new
        return bool(self._referred(old)) and bool(self._referred(new)) and not self._same(old, new)

    def _referred(self, value: Value) -> str:
        """Return the name of the resource of this stack whose id a value is; "" for any other value."""
        if isinstance(value, str):
            return self._ids.get(value, "")
        is_id = isinstance(value, Unknown) and len(value.origin) == 2 and value.origin[0] == "reference"
        return str(value.origin[1]) if isinstance(value, Unknown) and is_id else ""


_GATES: Final = ("OS::Neutron::RouterInterface", "OS::Neutron::RouterGateway")
_FEW: Final = 3
"""Properties of which a message names the first: of more, all are meant."""
_WIDTH: Final = 80
"""Characters of a value in a message."""


def _network_of(side: Side) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    cidr = side.values.get("cidr")
    try:
        return ipaddress.ip_network(cidr, strict=False) if isinstance(cidr, str) else None
    except ValueError:
        return None


def _shrinks(old: Side, new: Side) -> str:
    """Return why Heat refuses a smaller size of a volume (`handle_update` of heat/engine/resources/openstack/cinder/volume.py)."""
    if new.kind.type.name != "OS::Cinder::Volume":
        return ""
    before, after = old.values.get("size"), new.values.get("size")
    if not isinstance(before, int) or not isinstance(after, int) or after >= before:
        return ""
    return f"Heat makes no volume smaller, and this one goes from {before} to {after} GiB"
