"""The own rules of OS::Nova::Quota: at least one quota."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AnyOther
from hotlint.rule import Example, TypeRules


class NovaQuota(TypeRules):
    """The own rules of OS::Nova::Quota."""

    types = ("OS::Nova::Quota",)
    source = "heat/engine/resources/openstack/nova/quota.py"
    reads = (
        Reads(
            (
                "project",
                "cores",
                "fixed_ips",
                "floating_ips",
                "instances",
                "injected_files",
                "injected_file_content_bytes",
                "injected_file_path_bytes",
                "key_pairs",
                "metadata_items",
                "ram",
                "security_groups",
                "security_group_rules",
                "server_groups",
                "server_group_members",
            )
        ),
    )
    relations = (AnyOther("project"),)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Nova::Quota
          ^^^^^^^^^^^^^^^
    properties: {project: p}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Nova::Quota
    properties: {project: p, cores: 5}
"""),
    )
