from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.quotas import NETWORK, Cost, Flavors
from hotlint.language.values import Value


class SecurityGroup(HeatType):
    """OS::Neutron::SecurityGroup, beyond its schema."""

    types = ("OS::Neutron::SecurityGroup",)
    makes = "neutron.security_group"
    made_for = "neutron.security_group"
    shown_properties = ("name", "description")
    has_only_answer = True
    ingress = "rules"

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
