"""The own rules of OS::Senlin::Cluster."""

from __future__ import annotations

from hotlint.linter.type_rules import TypeRules
from hotlint.resource_types.property_relations import Ordered


class SenlinCluster(TypeRules):
    """The own rules of OS::Senlin::Cluster."""

    types = ("OS::Senlin::Cluster",)
    source = "heat/engine/resources/openstack/senlin/cluster.py"
    span = (None, "22.99.0")
    relations = (
        Ordered("min_size", "max_size", endless=-1),
        Ordered("min_size", "desired_capacity"),
        Ordered("desired_capacity", "max_size", endless=-1),
    )
