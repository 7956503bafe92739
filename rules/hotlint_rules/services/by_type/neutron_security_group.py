"""What Neutron refuses of security groups and their rules: ports without a protocol that has some, duplicates, and others."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.values import MARKS, Value
from hotlint_rules.resources._addresses import parse_cidr
from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._limits import NEUTRON_NAME, Limit, by_id
from hotlint_rules.services._model import Item, Refusal, ServiceRules, is_complete, items, properties
from hotlint_rules.services._neighbors import Neighbors, key

_NUMBERS = {
    "ah": 51, "dccp": 33, "egp": 8, "esp": 50, "gre": 47, "icmp": 1, "icmpv6": 58, "igmp": 2, "ipv6-encap": 41, "ipv6-frag": 44,
    "ipv6-icmp": 58, "ipv6-nonxt": 59, "ipv6-opts": 60, "ipv6-route": 43, "ospf": 89, "pgm": 113, "rsvp": 46, "sctp": 132,
    "tcp": 6, "udp": 17, "udplite": 136, "vrrp": 112,
}  # fmt: skip
_WITH_PORTS = frozenset({33, 132, 6, 17, 136})
_ICMP = frozenset({1, 58})
_IPV6_ONLY = frozenset({41, 44, 58, 59, 60, 43})
_ALL_PORTS = (1, 65535)
"""Neutron takes all ports for none at all."""
_ANYWHERE = ("0.0.0.0/0", "::/0")
_REMOTE = by_id("remote_group_id")


class SecurityGroupRules(ServiceRules):
    """What Neutron refuses of OS::Neutron::SecurityGroup."""

    types = ("OS::Neutron::SecurityGroup",)
    service = "Neutron"
    thing = "the rules of the group"
    source = "neutron/db/securitygroups_db.py"
    limits = (*NEUTRON_NAME, Limit("description", 0, 255))
    demands = (
        "in 'rules', ports are given only with the protocol tcp, udp, sctp, dccp or udplite, both of them, from 1 on and in order",
        "in 'rules', the type and code of ICMP ('port_range_min', 'port_range_max') are 0 to 255, and a code has a type",
        "in 'rules', 'protocol' and 'remote_ip_prefix' are of the version of 'ethertype'",
        "in 'rules', no two rules are the same",
        f"in 'rules', {_REMOTE.describe()}",
        "'name' is not 'default'",
    )

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        group = properties(owner)
        if (group.text("name") or "").lower() == "default":
            yield group.refuse("name", "each project already has a security group 'default'")
        seen: dict[tuple[Value, ...], int] = {}
        for rule in items(group, "rules"):
            problem = _problem(rule)
            if problem is not None:
                yield problem
            unlike = _REMOTE.problem(rule.text("remote_group_id") or "")
            if unlike is not None and rule["remote_mode"] == "remote_group_id":
                yield rule.refuse("remote_group_id", unlike)
            same = _identity(rule, "remote_group_id")
            if same is None:
                continue
            first = seen.setdefault(same, rule.path[-1] if isinstance(rule.path[-1], int) else 0)
            if first != rule.path[-1]:
                yield rule.refuse("", f"the rule is the same as rule {first + 1} of the group")


class SecurityGroupRuleRules(ServiceRules):
    """What Neutron refuses of OS::Neutron::SecurityGroupRule."""

    types = ("OS::Neutron::SecurityGroupRule",)
    service = "Neutron"
    thing = "the rule"
    source = "neutron/db/securitygroups_db.py"
    demands = (
        "ports are given only with the protocol tcp, udp, sctp, dccp or udplite, both of them, from 1 on and in order",
        "the type and code of ICMP ('port_range_min', 'port_range_max') are 0 to 255, and a code has a type",
        "'protocol' and 'remote_ip_prefix' are of the version of 'ethertype'",
        "the group does not have the same rule already",
    )

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        rule = properties(owner)
        problem = _problem(rule)
        if problem is not None:
            yield problem
        same, group = _identity(rule, "remote_group"), key(rule["security_group"])
        if same is None or group is None:
            return
        for other in stack.rivals(owner, stack.sharing((group, same), _rule, "OS::Neutron::SecurityGroupRule")):
            message = f"the group has the same rule by resource '{other.resource.name}'"
            yield rule.refuse("", message, "neighbor", other)
            return
        maker = stack.maker(rule["security_group"], "OS::Neutron::SecurityGroup")
        if maker is not None:
            yield from _of_group(rule, same, properties(maker))


def _rule(owner: Deployed) -> tuple[tuple[str | None, tuple[Value, ...] | None]]:
    item = properties(owner)
    return ((key(item["security_group"]), _identity(item, "remote_group")),)


def _of_group(rule: Item, same: tuple[Value, ...], group: Item) -> Iterator[Refusal]:
    """Yield a refusal where the group itself has the same rule, or has it from Neutron."""
    listed = list(items(group, "rules"))
    for its in listed:
        identity = _identity(its, "remote_group_id")
        if identity is not None and identity[:-1] == same[:-1] and (identity[-1] == same[-1]):
            name = group.owner.resource.name
            yield rule.refuse("", f"group '{name}' has the same rule already", "neighbor", group.owner)
            return
    egress = not is_complete(group["rules"]) or any(one["direction"] == "egress" for one in listed)
    if not egress and _is_made_by_neutron(same):
        yield rule.refuse("", "each group has this rule already")


def _problem(rule: Item) -> Refusal | None:
    """Return what is wrong with one rule by itself; None where nothing is, or that is not known."""
    if not rule.is_known("protocol", "port_range_min", "port_range_max"):
        return None
    low, high = rule.number("port_range_min"), rule.number("port_range_max")
    protocol, number = rule["protocol"], _number(rule["protocol"])
    if (low, high) not in ((None, None), _ALL_PORTS):
        name = "port_range_min" if low is not None else "port_range_max"
        if protocol in (None, "", "any"):
            return rule.refuse(name, "ports are given without a protocol")
        if number in _WITH_PORTS:
            if 0 in (low, high):
                return rule.refuse("port_range_min" if low == 0 else "port_range_max", "0 is not a port")
            if low is None or high is None:
                missing = "port_range_max" if high is None else "port_range_min"
                return rule.refuse(name, f"'{missing}' must be given as well")
            if low > high:
                return rule.refuse("port_range_min", f"{low} is above 'port_range_max' ({high})")
        elif number in _ICMP:
            for name, what, value in (("port_range_min", "type", low), ("port_range_max", "code", high)):
                if value is not None and not 0 <= value <= 255:
                    return rule.refuse(name, f"{value} is no {what} of ICMP (0 to 255)")
            if low is None:
                return rule.refuse("port_range_max", "a code of ICMP requires its type, in 'port_range_min'")
        elif number is not None:
            return rule.refuse(name, f"protocol {protocol} has no ports")
    return _version_problem(rule, number)


def _version_problem(rule: Item, number: int | None) -> Refusal | None:
    """Return that a protocol or an address is not of the version of IP that the rule is for."""
    ethertype = rule.text("ethertype")
    if ethertype is None:
        return None
    version = 6 if ethertype.lower() == "ipv6" else 4
    if number in _IPV6_ONLY and version == 4:
        return rule.refuse("protocol", f"protocol {rule['protocol']} requires the ethertype IPv6, not {ethertype}")
    prefix = parse_cidr(rule.text("remote_ip_prefix"))
    by_group = rule["remote_mode"] != "remote_ip_prefix" and "remote_mode" in rule.values
    if prefix is not None and prefix.version != version and not by_group:
        return rule.refuse("remote_ip_prefix", f"{prefix} is not an address of the ethertype {ethertype}")
    return None


def _number(protocol: Value) -> int | None:
    """Return the number of a protocol; None for one that is not known."""
    if isinstance(protocol, str):
        return int(protocol) if protocol.isdigit() else _NUMBERS.get(protocol.lower())
    return protocol if isinstance(protocol, int) else None


def _identity(rule: Item, group: str) -> tuple[Value, ...] | None:
    """Return what Neutron compares to find two rules that are the same; None where that is not known."""
    names = ("direction", "ethertype", "port_range_min", "port_range_max", "protocol", "remote_ip_prefix")
    if not rule.is_known(*names, "remote_mode"):
        return None
    by_group = rule["remote_mode"] == "remote_group_id"
    remote = rule[group] if by_group or group == "remote_group" else None
    if isinstance(remote, MARKS) and key(remote) is None:
        return None
    ethertype = str(rule["ethertype"]).lower()
    prefix = rule.text("remote_ip_prefix") if not by_group else None
    known = parse_cidr(prefix)
    if prefix in (*_ANYWHERE, "") or known is None:
        address = None if not prefix or prefix in _ANYWHERE else prefix
    else:
        address = prefix if prefix and "/" in prefix else f"{known}"
    ports: tuple[Value, ...] = (rule.number("port_range_min"), rule.number("port_range_max"))
    number = _number(rule["protocol"])
    if ethertype == "ipv6" and number == 1:
        number = 58
    whole = (None, None) if ports == _ALL_PORTS else ports
    own = "the group itself" if by_group and remote is None else key(remote)
    return rule["direction"], ethertype, *whole, number, address, own


def _is_made_by_neutron(identity: tuple[Value, ...]) -> bool:
    """Return whether a rule is one of the two that Neutron gives each group: all that leaves, by IPv4 and by IPv6."""
    direction, _, low, high, number, address, group = identity
    return direction == "egress" and (low, high, number, address, group) == (None,) * 5
