"""The own rules of AWS::AutoScaling::AutoScalingGroup: sizes in order, one zone, one source of members."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import ExactlyOne, Ordered, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules


class AwsAutoScalingGroup(TypeRules):
    """The own rules of AWS::AutoScaling::AutoScalingGroup."""

    types = ("AWS::AutoScaling::AutoScalingGroup",)
    source = "heat/engine/resources/aws/autoscaling/autoscaling_group.py"
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
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::AutoScaling::AutoScalingGroup
    properties:
      AvailabilityZones: [a]
      InstanceId: i
      MinSize: 3
               ^
      MaxSize: 2
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::AutoScaling::AutoScalingGroup
    properties:
      AvailabilityZones: [a]
      InstanceId: i
      MinSize: -1
               ^^
      MaxSize: 2
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::AutoScaling::AutoScalingGroup
    properties: {AvailabilityZones: [a], InstanceId: i, MinSize: 1, MaxSize: 2}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        zones = values["VPCZoneIdentifier"]
        if isinstance(zones, list) and len(zones) > 1:
            yield invalid(
                values, "VPCZoneIdentifier", f"'VPCZoneIdentifier' of {resource.type} takes exactly one subnet"
            )
        low = values["MinSize"]
        if isinstance(low, int) and low < 0:
            yield invalid(values, "MinSize", f"'MinSize' of {resource.type} ({low}) is below 0")
