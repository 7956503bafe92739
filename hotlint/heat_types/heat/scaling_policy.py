from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import OnlyWhen, Reads


class ScalingPolicy(HeatType):
    """OS::Heat::ScalingPolicy: a minimum step only for a change in percent."""

    types = ("OS::Heat::ScalingPolicy",)
    reads = (Reads(("adjustment_type", "min_adjustment_step")),)
    relations = (OnlyWhen(("min_adjustment_step",), "adjustment_type", ("percent_change_in_capacity",)),)
    bad = (
        """
        auto_scaling_group_id: g
        scaling_adjustment: 1
        adjustment_type: exact_capacity
        min_adjustment_step: 1
        ^^^^^^^^^^^^^^^^^^^
        """,
    )
    good = (
        "{auto_scaling_group_id: g, scaling_adjustment: 10, adjustment_type: percent_change_in_capacity, min_adjustment_step: 1}",
    )
