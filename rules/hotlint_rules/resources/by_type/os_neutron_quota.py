"""The own rules of OS::Neutron::Quota: at least one quota."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AnyOther
from hotlint.rule import Example, TypeRules


class NeutronQuota(TypeRules):
    """The own rules of OS::Neutron::Quota."""

    types = ("OS::Neutron::Quota",)
    source = "heat/engine/resources/openstack/neutron/quota.py"
    reads = (
        Reads(
            (
                "project",
                "subnet",
                "network",
                "floatingip",
                "security_group_rule",
                "security_group",
                "router",
                "port",
                "subnetpool",
                "rbac_policy",
            )
        ),
    )
    relations = (AnyOther("project"),)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::Quota
          ^^^^^^^^^^^^^^^^^^
    properties: {project: p}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::Quota
    properties: {project: p, port: 5}
"""),
    )
