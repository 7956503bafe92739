"""The order in which Heat creates resources: what the template states, and what Heat adds for types of Neutron and Nova."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.values import Unknown, Value
from hotlint.rule import RuleContext
from hotlint_rules.resources._cloud import Deployed, deployed

_FLOATING = frozenset({
    "OS::Neutron::FloatingIP", "OS::Neutron::FloatingIPAssociation", "OS::Neutron::FloatingIPPortForward",
})  # fmt: skip

_WAITED_FOR = frozenset({
    "OS::Neutron::Subnet", "OS::Neutron::RouterInterface", "OS::Neutron::RouterGateway", "OS::Neutron::Router",
})  # fmt: skip
"""The types of `of` in `_is_added`, and below those of `kind`."""
_WAITING = _FLOATING | {
    "OS::Neutron::Port", "OS::Neutron::RouterGateway", "OS::Neutron::Router", "OS::Nova::Server",
    "OS::Neutron::ExtraRoute", "OS::Neutron::ExtraRouteSet",
}  # fmt: skip


class CreationOrder:
    """The dependencies between the resources of a template."""

    def __init__(self, ctx: RuleContext) -> None:
        self._stated = {name: frozenset(_stated(ctx, name)) for name in ctx.template.resources}
        self._all: dict[str, frozenset[str]] = {}
        owners = [owner for owner in deployed(ctx) if not owner.path]
        ports = {o.resource.name: o for o in owners if o.type.name == "OS::Neutron::Port"}
        self._ports = {n: [ports[port] for port in needed if port in ports] for n, needed in self._stated.items()}
        self._owners = {owner.resource.name: owner for owner in owners}
        self._waited_for = [owner for owner in owners if owner.type.name in _WAITED_FOR]
        self._users: dict[str, list[str]] = {}
        for user, needed in self._stated.items():
            for name in needed:
                self._users.setdefault(name, []).append(user)
        self._reached: dict[str, frozenset[str]] = {}

    def users(self, name: str) -> list[str]:
        """Return the names of the resources that refer to a resource, or state that they depend on it."""
        return self._users.get(name, [])

    def is_after(self, name: str, other: str) -> bool:
        """Return whether Heat creates a resource only after another one."""
        return other in self._needs(name)

    def _needs(self, name: str) -> frozenset[str]:
        """Return all resources that must exist before one of them."""
        if name not in self._reached:
            found: set[str] = set()
            left = [name]
            while left:
                new = self._direct(left.pop()) - found
                found |= new
                left += new
            self._reached[name] = frozenset(found)
        return self._reached[name]

    def _direct(self, name: str) -> frozenset[str]:
        """Return the resources that a resource states, or that Heat adds for it."""
        if name not in self._all:
            owner = self._owners.get(name)
            others = self._waited_for if owner is not None and owner.type.name in _WAITING else ()
            added = (
                o.resource.name for o in others if owner is not None and o is not owner and self._is_added(owner, o)
            )
            self._all[name] = self._stated.get(name, frozenset()).union(added)
        return self._all[name]

    def _is_added(self, owner: Deployed, other: Deployed) -> bool:
        """Return whether Heat adds a dependency of a resource on another one."""
        kind, of = owner.type.name, other.type.name
        mine, its = owner.values, other.values
        if of == "OS::Neutron::Subnet":
            network = its.get("network")
            if kind in ("OS::Neutron::Port", "OS::Neutron::RouterGateway"):
                return _same(mine.get("network"), network)
            if kind == "OS::Neutron::Router":
                return _same(_inner(mine.get("external_gateway_info"), "network"), network)
            return kind == "OS::Nova::Server" and _waits_for_subnet(mine.get("networks"), network)
        if of == "OS::Neutron::RouterInterface":
            if kind in ("OS::Neutron::RouterGateway", "OS::Neutron::ExtraRoute"):
                return _same(mine.get("router_id"), its.get("router"))
            if kind == "OS::Neutron::ExtraRouteSet":
                return _same(mine.get("router"), its.get("router"))
            return self._waits_for_interface(owner, its.get("subnet"))
        if kind == "OS::Neutron::FloatingIP":
            network = mine.get("floating_network")
            if of == "OS::Neutron::RouterGateway":
                return _same(network, its.get("network"))
            gateway = its.get("external_gateway_info")
            return of == "OS::Neutron::Router" and bool(gateway) and _same(network, _inner(gateway, "network"))
        if of == "OS::Neutron::RouterGateway" and kind == "OS::Neutron::ExtraRoute":
            return _same(mine.get("router_id"), its.get("router_id"))
        return False

    def _waits_for_interface(self, owner: Deployed, subnet: Value) -> bool:
        """Return whether a floating IP waits for the interface of a subnet: where a port that it refers to names the subnet."""
        kind = owner.type.name
        if kind not in _FLOATING:
            return False
        for port in self._ports.get(owner.resource.name, ()):
            listed = port.values.get("fixed_ips")
            wanted = listed if isinstance(listed, list) else [listed] if listed is not None else []
            if kind != "OS::Neutron::FloatingIP":
                wanted = wanted[:1]
            if any(_same(_inner(one, "subnet"), subnet) for one in wanted):
                return True
        return False


def _stated(ctx: RuleContext, name: str) -> Iterator[str]:
    """Yield the names of the resources that a resource refers to, or states that it depends on."""
    template, evaluation = ctx.template, ctx.template_context.evaluation
    resource = template.resources[name]
    yield from (str(node.value) for node in resource.depends_on() if node.value in template.resources)
    for part in template.parts_of(resource):
        for call in part.calls:
            if evaluation.is_taken(call):
                names = (target.name for target in call.targets if target.kind in ("resource", "ref"))
                yield from (n for n in names if n in template.resources and n != name)


def _same(value: Value, other: Value) -> bool:
    """Return whether Heat takes two values for the same while it looks for dependencies; True where that is not known.

    The id of a resource that does not exist yet is its name then.
    """
    mine, its = _early(value), _early(other)
    return mine == its or isinstance(mine, Unknown) or isinstance(its, Unknown)


def _early(value: Value) -> Value:
    is_id = isinstance(value, Unknown) and len(value.origin) == 2 and value.origin[0] == "reference"
    return ("reference", value.origin[1]) if is_id else value


def _inner(value: Value, name: str) -> Value:
    return value.get(name) if isinstance(value, dict) else None


def _waits_for_subnet(networks: Value, network: Value) -> bool:
    """Return whether a server with these networks waits for a subnet of a network."""
    if not isinstance(networks, list):
        return networks is not None
    return any(_inner(one, "network") is None or _same(_inner(one, "network"), network) for one in networks)
