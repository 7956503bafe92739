from __future__ import annotations

from hotlint.heat_types.base import HeatType


class AutoScalingAutoScalingGroup(HeatType):
    """AWS::AutoScaling::AutoScalingGroup, beyond its schema."""

    types = ("AWS::AutoScaling::AutoScalingGroup",)
    group = "instances"
    has_stack = True
    names_stack = True
    definition = "LaunchConfigurationName"
    member_type = "AWS::EC2::Instance"
    has_random_members = True
    sizes = ("DesiredCapacity", "MinSize", "MaxSize")
    rolling_policy = "AutoScalingRollingUpdate"
