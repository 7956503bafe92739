from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import AnyOther, Reads


class Quota(HeatType):
    """OS::Octavia::Quota: at least one quota."""

    types = ("OS::Octavia::Quota",)
    source = "heat/engine/resources/openstack/octavia/quota.py"
    reads = (Reads(("project", "healthmonitor", "listener", "loadbalancer", "pool", "member")),)
    relations = (AnyOther("project"),)
    bad = ("{project: p}",)
    good = ("{project: p, pool: 5}",)
