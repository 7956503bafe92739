from hotlint.heat_types._quota import QuotaLimits
from hotlint.heat_types.refusals import Range
from hotlint.resource_types.property_relations import Reads


class Quota(QuotaLimits):
    """OS::Neutron::Quota: at least one quota."""

    types = ("OS::Neutron::Quota",)
    is_stuck_once_failed = True
    remains = "the quota stays: Heat deletes that of a project with the resource's name"
    # Source: neutron/extensions/quotasv2.py
    limits = tuple(
        Range(name, -1)
        for name in (
            "floatingip", "network", "port", "rbac_policy", "router", "security_group", "security_group_rule", "subnet",
            "subnetpool",
        )
    )  # fmt: skip
    reads = (Reads((
        "project", "subnet", "network", "floatingip", "security_group_rule", "security_group", "router", "port",
        "subnetpool", "rbac_policy",
    )),)  # fmt: skip
    good = ("{project: p, port: 5}",)
