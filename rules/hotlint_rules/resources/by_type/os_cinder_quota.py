"""The own rules of OS::Cinder::Quota: at least one quota."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AnyOther
from hotlint.rule import Example, TypeRules


class CinderQuota(TypeRules):
    """The own rules of OS::Cinder::Quota."""

    types = ("OS::Cinder::Quota",)
    source = "heat/engine/resources/openstack/cinder/quota.py"
    reads = (Reads(("project", "gigabytes", "volumes", "snapshots", "backups", "backup_gigabytes")),)
    relations = (AnyOther("project"),)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Cinder::Quota
          ^^^^^^^^^^^^^^^^^
    properties: {project: p}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Cinder::Quota
    properties: {project: p, volumes: 5}
"""),
    )
