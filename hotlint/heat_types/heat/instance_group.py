from __future__ import annotations

from hotlint.heat_types.base import HeatType


class InstanceGroup(HeatType):
    """OS::Heat::InstanceGroup, beyond its schema."""

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
