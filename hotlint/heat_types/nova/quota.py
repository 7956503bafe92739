from hotlint.heat_types._quota import QuotaLimits
from hotlint.heat_types.refusals import Range
from hotlint.resource_types.property_relations import Reads


class Quota(QuotaLimits):
    """OS::Nova::Quota: at least one quota."""

    types = ("OS::Nova::Quota",)
    # Source: nova/api/openstack/compute/schemas/quota_sets.py
    limits = tuple(
        Range(name, -1)
        for name in (
            "cores", "instances", "key_pairs", "metadata_items", "ram", "server_groups", "server_group_members",
        )
    )  # fmt: skip
    reads = (Reads((
        "project", "cores", "fixed_ips", "floating_ips", "instances", "injected_files", "injected_file_content_bytes",
        "injected_file_path_bytes", "key_pairs", "metadata_items", "ram", "security_groups", "security_group_rules",
        "server_groups", "server_group_members",
    )),)  # fmt: skip
    good = ("{project: p, cores: 5}",)
