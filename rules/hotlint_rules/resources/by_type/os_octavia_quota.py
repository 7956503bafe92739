"""The own rules of OS::Octavia::Quota: at least one quota."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AnyOther
from hotlint.rule import Example, TypeRules


class OctaviaQuota(TypeRules):
    """The own rules of OS::Octavia::Quota."""

    types = ("OS::Octavia::Quota",)
    source = "heat/engine/resources/openstack/octavia/quota.py"
    reads = (Reads(("project", "healthmonitor", "listener", "loadbalancer", "pool", "member")),)
    relations = (AnyOther("project"),)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Octavia::Quota
          ^^^^^^^^^^^^^^^^^^
    properties: {project: p}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Octavia::Quota
    properties: {project: p, pool: 5}
"""),
    )
