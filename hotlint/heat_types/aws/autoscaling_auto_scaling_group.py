from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import ExactlyOne, Ordered, Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class AutoScalingAutoScalingGroup(HeatType):
    """AWS::AutoScaling::AutoScalingGroup: sizes in order, one zone, one source of members."""

    types = ("AWS::AutoScaling::AutoScalingGroup",)
    only_on_aws = (
        "AutoScalingGroupName", "LaunchTemplate", "MixedInstancesPolicy", "TargetGroupARNs",
        "NotificationConfigurations", "TerminationPolicies", "MetricsCollection", "HealthCheckType",
        "HealthCheckGracePeriod",
    )  # fmt: skip
    group = "instances"
    has_stack = True
    names_stack = True
    definition = "LaunchConfigurationName"
    member_type = "AWS::EC2::Instance"
    has_random_members = True
    unremovable = {"DesiredCapacity": "Heat takes 0 for not given: the group keeps its size"}
    sizes = ("DesiredCapacity", "MinSize", "MaxSize")
    rolling_policy = "AutoScalingRollingUpdate"
    reads = (
        Reads(("LaunchConfigurationName", "InstanceId", "MaxSize", "MinSize", "DesiredCapacity", "VPCZoneIdentifier")),
    )
    relations = (
        ExactlyOne(("InstanceId", "LaunchConfigurationName"), meaning="true"),
        Ordered("MinSize", "MaxSize"),
        Ordered("MinSize", "DesiredCapacity"),
        Ordered("DesiredCapacity", "MaxSize"),
    )
    demands = (
        "'VPCZoneIdentifier' has exactly one subnet",
        "'MinSize' is not below 0",
    )
    bad = (
        """
        AvailabilityZones: [a]
        InstanceId: i
        MinSize: 3
                 ^
        MaxSize: 2
        """,
        """
        AvailabilityZones: [a]
        InstanceId: i
        MinSize: -1
                 ^^
        MaxSize: 2
        """,
    )
    good = ("{AvailabilityZones: [a], InstanceId: i, MinSize: 1, MaxSize: 2}",)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        zones = values["VPCZoneIdentifier"]
        if isinstance(zones, list) and len(zones) > 1:
            yield invalid(values, "VPCZoneIdentifier", f"'VPCZoneIdentifier' of {it.type} takes exactly one subnet")
        low = values["MinSize"]
        if isinstance(low, int) and low < 0:
            yield invalid(values, "MinSize", f"'MinSize' of {it.type} ({low}) is below 0")
