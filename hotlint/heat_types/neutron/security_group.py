from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.ignored import Ignored
from hotlint.heat_types.items import items, properties
from hotlint.heat_types.neutron._rules import identity_of, problem_of
from hotlint.heat_types.quotas import NETWORK, Cost, Flavors
from hotlint.heat_types.refusals import NEUTRON_NAME, Limit, Refusal, by_id
from hotlint.language.values import Value, equal
from hotlint.resource_types.property_relations import Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_REMOTE = by_id("remote_group_id")


class SecurityGroup(HeatType):
    """OS::Neutron::SecurityGroup: a name that Neutron does not have already."""

    types = ("OS::Neutron::SecurityGroup",)
    ignored = (
        Ignored(
            "remote_group_id",
            "without that mode, Heat drops the group, and the rule is for all addresses",
            "remote_mode",
            ("remote_group_id",),
            True,
            ("rules",),
        ),
        Ignored(
            "remote_ip_prefix",
            "with that mode, Heat drops the addresses",
            "remote_mode",
            ("remote_group_id",),
            within=("rules",),
        ),
    )
    idle = "no port or server of the template uses it"
    is_found_outside = True
    makes = "neutron.security_group"
    made_for = "neutron.security_group"
    shown_properties = ("name", "description")
    has_only_answer = True
    ingress = "rules"
    thing = "the rules of the group"
    # Source: neutron/db/securitygroups_db.py
    limits = (*NEUTRON_NAME, Limit("description", 0, 255))
    service_demands = (
        "in 'rules', ports are given only with the protocol tcp, udp, sctp, dccp or udplite, both of them, from 1 on and in order",
        "in 'rules', the type and code of ICMP ('port_range_min', 'port_range_max') are 0 to 255, and a code has a type",
        "in 'rules', 'protocol' and 'remote_ip_prefix' are of the version of 'ethertype'",
        "in 'rules', no two rules are the same",
        f"in 'rules', {_REMOTE.describe()}",
        "'name' is not 'default'",
    )
    reads = (Reads(("name", "stateful")),)
    demands = ("'name' is not 'default'",)
    asks = ("Neutron whether it has stateless security groups, when 'stateful' is false",)
    bad = (
        """
        name: default
              ^^^^^^^
        """,
    )
    good = ("{name: web}",)

    def costs(self, values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
        """Yield a group and its rules; Neutron adds two for all traffic outward, which Heat removes for rules outward."""
        yield Cost((NETWORK, "security_groups"), 1)
        rules = values.get("rules")
        if rules is None:
            yield Cost((NETWORK, "security_group_rules"), 2)
        elif isinstance(rules, list) and all(isinstance(rule, dict) for rule in rules):
            outward = any(rule.get("direction") == "egress" for rule in rules)
            yield Cost((NETWORK, "security_group_rules"), len(rules) + (0 if outward else 2))
        else:
            yield Cost((NETWORK, "security_group_rules"), None, "its rules")

    def effect(self, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str] | None:
        if name == "rules" and equal(*(_undescribed(of.get(name)) for of in (was, values))):
            return "update", "Heat compares no descriptions since release 27: Neutron keeps the old ones"
        return super().effect(name, was, values)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        group = properties(owner)
        if (group.text("name") or "").lower() == "default":
            yield group.refuse("name", "each project already has a security group 'default'")
        seen: dict[tuple[Value, ...], int] = {}
        for rule in items(group, "rules"):
            problem = problem_of(rule)
            if problem is not None:
                yield problem
            unlike = _REMOTE.problem(rule.text("remote_group_id") or "")
            if unlike is not None and rule["remote_mode"] == "remote_group_id":
                yield rule.refuse("remote_group_id", unlike)
            same = identity_of(rule, "remote_group_id")
            if same is None:
                continue
            first = seen.setdefault(same, rule.path[-1] if isinstance(rule.path[-1], int) else 0)
            if first != rule.path[-1]:
                yield rule.refuse("", f"the rule is the same as rule {first + 1} of the group")

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        if values["name"] == "default":
            yield invalid(values, "name", f"'name' of {it.type} must not be 'default', which Neutron has for its own")


def _undescribed(rules: Value) -> Value:
    """Return the rules of a group without their descriptions."""
    listed = rules if isinstance(rules, list) else []
    return [{k: v for k, v in one.items() if k != "description"} if isinstance(one, dict) else one for one in listed]
