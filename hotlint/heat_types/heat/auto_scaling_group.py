from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import Ordered, Reads


class AutoScalingGroup(HeatType):
    """OS::Heat::AutoScalingGroup: sizes in order."""

    types = ("OS::Heat::AutoScalingGroup",)
    group = "scaled"
    has_stack = True
    names_stack = True
    definition = "resource"
    group_attributes = ("outputs", "outputs_list", "current_size", "refs", "refs_map")
    applies_paths = True
    has_random_members = True
    unremovable = {"desired_capacity": "Heat takes 0 for not given: the group keeps its size"}
    sizes = ("desired_capacity", "min_size", "max_size")
    # `validate` of heat/engine/resources/aws/autoscaling/autoscaling_group.py
    reads = (Reads(("resource", "max_size", "min_size", "desired_capacity")),)
    relations = (
        Ordered("min_size", "max_size"),
        Ordered("min_size", "desired_capacity"),
        Ordered("desired_capacity", "max_size"),
    )
    bad = (
        """
        min_size: 3
                  ^
        max_size: 2
        resource: {type: OS::Heat::RandomString}
        """,
    )
    good = ("{min_size: 1, max_size: 2, resource: {type: OS::Heat::RandomString}}",)
