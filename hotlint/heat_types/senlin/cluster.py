from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import Ordered, Reads


class Cluster(HeatType):
    """OS::Senlin::Cluster: sizes in order."""

    types = ("OS::Senlin::Cluster",)
    span = (None, "22.99.0")
    leaves_out_schema = True
    reads = (Reads(("desired_capacity", "min_size", "max_size")),)
    relations = (
        Ordered("min_size", "max_size", endless=-1),
        Ordered("min_size", "desired_capacity"),
        Ordered("desired_capacity", "max_size", endless=-1),
    )
    shown_in = "22.0.1"
    bad = (
        """
        profile: p
        min_size: 3
                  ^
        max_size: 2
        """,
    )
    good = ("{profile: p, min_size: 1, desired_capacity: 2, max_size: 3}",)
