from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.refusals import Range


class Quota(HeatType):
    """OS::Neutron::Quota, beyond its schema."""

    types = ("OS::Neutron::Quota",)
    service = "Neutron"
    verb = "sets"
    thing = "the quota"
    service_source = "neutron/extensions/quotasv2.py"
    limits = tuple(
        Range(name, -1)
        for name in (
            "floatingip", "network", "port", "rbac_policy", "router", "security_group", "security_group_rule", "subnet",
            "subnetpool",
        )
    )  # fmt: skip
