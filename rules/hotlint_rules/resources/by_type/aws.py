"""The own rules of AWS-compatible resource types."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.catalog import NoSuchType
from hotlint.resource_types.property_relations import (
    AtLeastOne,
    AtMostOne,
    ExactlyOne,
    OnlyWhen,
    Ordered,
    Reads,
    Requires,
    invalid,
)
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, ResourceType, TemplateContext, TypeRules


class AwsAutoScalingGroup(TypeRules):
    """AWS::AutoScaling::AutoScalingGroup: sizes in order, one zone, one source of members."""

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


class AwsLaunchConfiguration(TypeRules):
    """AWS::AutoScaling::LaunchConfiguration: an instance, or an image and a type; snapshots."""

    types = ("AWS::AutoScaling::LaunchConfiguration",)
    source = "heat/engine/resources/aws/autoscaling/launch_config.py"
    reads = (
        Reads(("InstanceId", "BlockDeviceMappings")),
        Reads(("ImageId", "InstanceType"), unless="InstanceId"),
    )
    relations = (
        AtLeastOne(("Ebs",), within=("BlockDeviceMappings",), meaning="true"),
        AtLeastOne(("SnapshotId",), within=("BlockDeviceMappings", "Ebs"), meaning="true"),
        AtLeastOne(("InstanceId", "ImageId"), meaning="true"),
        AtLeastOne(("InstanceId", "InstanceType"), meaning="true"),
    )
    bad = ("{ImageId: i}",)
    good = ("{ImageId: i, InstanceType: t}",)


class AwsScalingPolicy(TypeRules):
    """AWS::AutoScaling::ScalingPolicy: a minimum step only for a change in percent."""

    types = ("AWS::AutoScaling::ScalingPolicy",)
    source = "heat/engine/resources/aws/autoscaling/scaling_policy.py"
    reads = (Reads(("AdjustmentType", "MinAdjustmentStep")),)
    relations = (OnlyWhen(("MinAdjustmentStep",), "AdjustmentType", ("PercentChangeInCapacity",)),)
    bad = (
        """
        AutoScalingGroupName: g
        ScalingAdjustment: "1"
        AdjustmentType: ExactCapacity
        MinAdjustmentStep: 1
        ^^^^^^^^^^^^^^^^^
        """,
    )
    good = (
        '{AutoScalingGroupName: g, ScalingAdjustment: "10", AdjustmentType: PercentChangeInCapacity, MinAdjustmentStep: 1}',
    )


_SCHEMES = ("http", "https")


class AwsStack(TypeRules):
    """AWS::CloudFormation::Stack: its template is fetched from a URL."""

    types = ("AWS::CloudFormation::Stack",)
    source = "heat/engine/resources/aws/cfn/stack.py"
    reads = (Reads(("TemplateURL", "TimeoutInMinutes", "Parameters")),)
    demands = ("'TemplateURL' is a URL that begins with http:// or https://",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::CloudFormation::Stack
    properties: {TemplateURL: web.yaml}
                              ^^^^^^^^
"""),
    )
    good = ('{TemplateURL: "https://example.org/web.yaml"}',)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        """Yield a problem where Heat cannot fetch the template: it does so from http and https URLs only."""
        url = values["TemplateURL"]
        if isinstance(url, str) and url.partition(":")[0].lower() not in _SCHEMES:
            message = (
                f"'TemplateURL' of {resource.type} must be a URL that begins with http:// or https://, not '{url}'"
            )
            yield invalid(values, "TemplateURL", message)


class EipAssociation(TypeRules):
    """AWS::EC2::EIPAssociation: one address, and what it is for."""

    types = ("AWS::EC2::EIPAssociation",)
    source = "heat/engine/resources/aws/ec2/eip.py"
    reads = (Reads(("InstanceId", "EIP", "AllocationId", "NetworkInterfaceId")),)
    relations = (
        ExactlyOne(("EIP", "AllocationId"), meaning="true"),
        Requires("EIP", ("InstanceId",), meaning="true"),
        AtLeastOne(("InstanceId", "NetworkInterfaceId"), meaning="true"),
    )
    bad = (
        """
        EIP: 10.0.0.1
        AllocationId: a
        ^^^^^^^^^^^^
        InstanceId: i
        """,
    )
    good = ("{EIP: 10.0.0.1, InstanceId: i}",)


class Ec2Instance(TypeRules):
    """AWS::EC2::Instance: security groups or network interfaces; devices from snapshots."""

    types = ("AWS::EC2::Instance",)
    source = "heat/engine/resources/aws/ec2/instance.py"
    reads = (Reads(("SecurityGroups", "SecurityGroupIds", "NetworkInterfaces", "SubnetId", "BlockDeviceMappings")),)
    relations = (
        AtMostOne(("SecurityGroups", "NetworkInterfaces"), meaning="true"),
        AtMostOne(("SecurityGroupIds", "NetworkInterfaces"), meaning="true"),
        AtLeastOne(("Ebs",), within=("BlockDeviceMappings",), meaning="true"),
        AtLeastOne(("SnapshotId",), within=("BlockDeviceMappings", "Ebs"), meaning="true"),
    )
    bad = (
        """
        ImageId: i
        InstanceType: t
        SecurityGroups: [a]
        NetworkInterfaces: [b]
        ^^^^^^^^^^^^^^^^^
        """,
    )
    good = ("{ImageId: i, InstanceType: t, SecurityGroups: [a]}",)


ALARM = "AWS::CloudWatch::Alarm"
"""A type of the stack that Heat makes for a load balancer; Heat's code does not have it."""
ALARM_PROPERTIES = (
    "MetricName", "Namespace", "Statistic", "Period", "EvaluationPeriods", "Threshold", "AlarmActions",
    "ComparisonOperator",
)  # fmt: skip
"""The properties that the stack gives to it."""


class AwsLoadBalancer(TypeRules):
    """AWS::ElasticLoadBalancing::LoadBalancer: a health check's timeout, and the type that its stack needs."""

    types = ("AWS::ElasticLoadBalancing::LoadBalancer",)
    source = "heat/engine/resources/aws/lb/loadbalancer.py"
    relations = (Ordered("Timeout", "Interval", within=("HealthCheck",)),)
    demands = (f"the operator or an environment adds '{ALARM}'",)
    bad = (
        """
        AvailabilityZones: []
        Listeners: [{InstancePort: 80, LoadBalancerPort: 80, Protocol: HTTP}]
        HealthCheck:
          Target: HTTP:80/
          HealthyThreshold: 3
          UnhealthyThreshold: 3
          Interval: 5
          Timeout: 30
                   ^^
        """,
    )
    good = (
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::ElasticLoadBalancing::LoadBalancer
    properties:
      AvailabilityZones: []
      Listeners: [{InstancePort: 80, LoadBalancerPort: 80, Protocol: HTTP}]
      HealthCheck: {Target: "HTTP:80/", HealthyThreshold: 3, UnhealthyThreshold: 3, Interval: 30, Timeout: 5}
""",
            environment="resource_registry: {'AWS::CloudWatch::Alarm': 'OS::Heat::None'}\n",
        ),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        context = context
        environment = context.environment.for_child({}, resource.name)
        alarm = context.project.resolve_type(ALARM, "latency_watcher", environment, context.path)
        why = ""
        if isinstance(alarm.type, NoSuchType) or (alarm.mapped is None and context.catalog.is_operators(ALARM)):
            why = "which exists only where Heat's operator (default_environment in .hotlint.yaml) or an environment adds it"
        elif isinstance(alarm.type, ResourceType) and not alarm.type.any_properties:
            lacking = [name for name in ALARM_PROPERTIES if name not in alarm.type.properties]
            why = f"which the environment maps to what has no property '{lacking[0]}'" if lacking else ""
        if why:
            yield PropertyProblem((), "whole", "unknown-type", f"{resource.type} needs '{ALARM}', {why}", name=ALARM)
