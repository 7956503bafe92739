"""The own rules of Senlin's resource types."""

from __future__ import annotations

from hotlint.resource_types.property_relations import Ordered, Reads
from hotlint.rule import Example, TypeRules


class SenlinCluster(TypeRules):
    """OS::Senlin::Cluster: sizes in order."""

    types = ("OS::Senlin::Cluster",)
    source = "heat/engine/resources/openstack/senlin/cluster.py"
    span = (None, "22.99.0")
    reads = (Reads(("desired_capacity", "min_size", "max_size")),)
    relations = (
        Ordered("min_size", "max_size", endless=-1),
        Ordered("min_size", "desired_capacity"),
        Ordered("desired_capacity", "max_size", endless=-1),
    )
    bad = (
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Senlin::Cluster
    properties:
      profile: p
      min_size: 3
                ^
      max_size: 2
""",
            target="22.0.1",
        ),
    )
    good = (
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Senlin::Cluster
    properties: {profile: p, min_size: 1, desired_capacity: 2, max_size: 3}
""",
            target="22.0.1",
        ),
    )
