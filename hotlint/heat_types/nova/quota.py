from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.refusals import Range


class Quota(HeatType):
    """OS::Nova::Quota, beyond its schema."""

    types = ("OS::Nova::Quota",)
    service = "Nova"
    verb = "sets"
    thing = "the quota"
    service_source = "nova/api/openstack/compute/schemas/quota_sets.py"
    limits = tuple(
        Range(name, -1)
        for name in (
            "cores", "instances", "key_pairs", "metadata_items", "ram", "server_groups", "server_group_members",
        )
    )  # fmt: skip
