from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import Reads


class InstanceGroup(HeatType):
    """OS::Heat::InstanceGroup: a launch configuration and a size that can be read."""

    types = ("OS::Heat::InstanceGroup",)
    group = "instances"
    has_stack = True
    names_stack = True
    definition = "LaunchConfigurationName"
    member_type = "AWS::EC2::Instance"
    applies_paths = True
    has_random_members = True
    sizes = ("Size",)
    rolling_policy = "RollingUpdate"
    reads = (Reads(("LaunchConfigurationName", "Size", "Tags")),)
