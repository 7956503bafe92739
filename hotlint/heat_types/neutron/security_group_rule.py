from __future__ import annotations

from collections.abc import Hashable, Iterator

from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.items import Item, is_complete, items, properties
from hotlint.heat_types.neutron._rules import identity_of, problem_of
from hotlint.heat_types.quotas import NETWORK
from hotlint.heat_types.refusals import Refusal
from hotlint.language.values import Value
from hotlint.resource_types.property_relations import AtMostOne, Ordered, Reads
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Neighbors, key
from hotlint.stacks.records import StackResource


def _rule(owner: StackResource) -> Hashable:
    """Return the group of a rule, and what Neutron compares; None where one of them is not known."""
    item = properties(owner)
    group, same = key(item["security_group"]), identity_of(item, "remote_group")
    return (group, same) if group is not None and same is not None else None


def _same_rule(owner: StackResource, other: StackResource, stack: Neighbors) -> str:
    return f"the group has the same rule by resource '{other.place}'"


class SecurityGroupRule(HeatType):
    """OS::Neutron::SecurityGroupRule: one remote side, and ports in order."""

    types = ("OS::Neutron::SecurityGroupRule",)
    has_only_answer = True
    unique = (
        Unique(
            "Neutron", "rule",
            (
                "security_group", "direction", "ethertype", "protocol", "port_range_min", "port_range_max",
                "remote_group", "remote_ip_prefix",
            ),
            _rule, _same_rule, is_whole=True,
        ),
    )  # fmt: skip
    looked_up = frozenset({("remote_group",), ("security_group",)})
    quota = (NETWORK, "security_group_rules")
    thing = "the rule"
    # Source: neutron/db/securitygroups_db.py
    service_demands = (
        "ports are given only with the protocol tcp, udp, sctp, dccp or udplite, both of them, from 1 on and in order",
        "the type and code of ICMP ('port_range_min', 'port_range_max') are 0 to 255, and a code has a type",
        "'protocol' and 'remote_ip_prefix' are of the version of 'ethertype'",
        "the group does not have the same rule already",
    )
    reads = (Reads(("port_range_min", "port_range_max", "protocol", "remote_group")),)
    relations = (AtMostOne(("remote_group", "remote_ip_prefix")),)
    demands = (
        "'port_range_min' is not greater than 'port_range_max' unless 'protocol' is 'icmp', 'icmpv6' or 'ipv6-icmp'",
    )
    bad = (
        """
        security_group: g
        protocol: tcp
        port_range_min: 90
                        ^^
        port_range_max: 80
        """,
    )
    good = ("{security_group: g, protocol: tcp, port_range_min: 80, port_range_max: 90}",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        rule = properties(owner)
        problem = problem_of(rule)
        if problem is not None:
            yield problem
        taken = any(self.taken(owner, stack))
        same, maker = (
            identity_of(rule, "remote_group"),
            stack.maker(rule["security_group"], "OS::Neutron::SecurityGroup"),
        )
        if same is not None and maker is not None and not taken:
            yield from _of_group(rule, same, properties(maker))

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        if values.is_one_of("protocol", ("icmp", "icmpv6", "ipv6-icmp")) is False:
            yield from Ordered("port_range_min", "port_range_max").check(values, it.type)


def _of_group(rule: Item, same: tuple[Value, ...], group: Item) -> Iterator[Refusal]:
    """Yield a refusal where the group itself has the same rule, or has it from Neutron."""
    listed = list(items(group, "rules"))
    for its in listed:
        identity = identity_of(its, "remote_group_id")
        if identity is not None and identity[:-1] == same[:-1] and (identity[-1] == same[-1]):
            name = group.owner.place
            yield rule.refuse("", f"group '{name}' has the same rule already", "neighbor", group.owner)
            return
    egress = not is_complete(group["rules"]) or any(one["direction"] == "egress" for one in listed)
    if not egress and _is_made_by_neutron(same):
        yield rule.refuse("", "each group has this rule already")


def _is_made_by_neutron(identity: tuple[Value, ...]) -> bool:
    """Return whether a rule is one of the two that Neutron gives each group: all that leaves, by IPv4 and by IPv6."""
    direction, _, low, high, number, address, group = identity
    return direction == "egress" and (low, high, number, address, group) == (None,) * 5
