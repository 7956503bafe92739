from hotlint.heat_types._quota import QuotaLimits
from hotlint.resource_types.property_relations import Reads


class Quota(QuotaLimits):
    """OS::Octavia::Quota: at least one quota."""

    types = ("OS::Octavia::Quota",)
    reads = (Reads(("project", "healthmonitor", "listener", "loadbalancer", "pool", "member")),)
    good = ("{project: p, pool: 5}",)
