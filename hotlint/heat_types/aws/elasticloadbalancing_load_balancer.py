from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.example import Example
from hotlint.resource_types.property_relations import Ordered, Reads
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition

ALARM = "AWS::CloudWatch::Alarm"
"""A type of the stack that Heat makes for a load balancer; Heat's code does not have it."""
ALARM_PROPERTIES = (
    "MetricName", "Namespace", "Statistic", "Period", "EvaluationPeriods", "Threshold", "AlarmActions",
    "ComparisonOperator",
)  # fmt: skip
"""The properties that the stack gives to it."""


class ElasticLoadBalancingLoadBalancer(HeatType):
    """AWS::ElasticLoadBalancing::LoadBalancer: a health check's timeout, and the type that its stack needs."""

    types = ("AWS::ElasticLoadBalancing::LoadBalancer",)
    only_on_aws = (
        "AccessLoggingPolicy", "ConnectionDrainingPolicy", "ConnectionSettings", "CrossZone", "LoadBalancerName",
        "Policies", "Scheme", "Subnets", "Tags", "AppCookieStickinessPolicy", "LBCookieStickinessPolicy",
    )  # fmt: skip
    refers_by_id = False
    has_stack = True
    names_stack = True
    reads = (Reads(("HealthCheck",)),)
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

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        alarm, is_missing = it.inner_type(ALARM, "latency_watcher")
        why = ""
        if is_missing:
            why = "which exists only where Heat's operator (default_environment in .hotlint.yaml) or an environment adds it"
        elif alarm is not None and not alarm.any_properties:
            lacking = [name for name in ALARM_PROPERTIES if name not in alarm.properties]
            why = f"and the environment maps that to a type without the property '{lacking[0]}'" if lacking else ""
        if why:
            yield PropertyProblem((), "whole", "unknown-type", f"{it.type} needs '{ALARM}', {why}", name=ALARM)
