from __future__ import annotations

from hotlint.heat_types.base import HeatType


class AutoScalingGroup(HeatType):
    """OS::Heat::AutoScalingGroup, beyond its schema."""

    types = ("OS::Heat::AutoScalingGroup",)
    group = "scaled"
    has_stack = True
    names_stack = True
    definition = "resource"
    group_attributes = ("outputs", "outputs_list", "current_size", "refs", "refs_map")
    applies_paths = True
    has_random_members = True
    sizes = ("desired_capacity", "min_size", "max_size")
