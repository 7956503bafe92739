from __future__ import annotations

from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.quotas import NETWORK


class SecurityGroupRule(HeatType):
    """OS::Neutron::SecurityGroupRule, beyond its schema."""

    types = ("OS::Neutron::SecurityGroupRule",)
    has_only_answer = True
    unique = (
        Unique(
            "Neutron",
            "rule",
            (
                "security_group",
                "direction",
                "ethertype",
                "protocol",
                "port_range_min",
                "port_range_max",
                "remote_group",
                "remote_ip_prefix",
            ),
        ),
    )
    looked_up = frozenset({("remote_group",), ("security_group",)})
    quota = (NETWORK, "security_group_rules")
