"""What Neutron refuses of security groups and their rules: ports without a protocol that has some, duplicates, and others."""

from __future__ import annotations

from hotlint.cloud.addresses import parse_cidr
from hotlint.heat_types.items import Item
from hotlint.heat_types.refusals import Refusal
from hotlint.language.values import MARKS, Value
from hotlint.stacks.neighbors import key

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


def problem_of(rule: Item) -> Refusal | None:
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


def identity_of(rule: Item, group: str) -> tuple[Value, ...] | None:
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
