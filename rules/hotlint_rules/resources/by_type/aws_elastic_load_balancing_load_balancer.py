"""The own rules of AWS::ElasticLoadBalancing::LoadBalancer: a health check's timeout, and the type that its stack needs."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.catalog import NoSuchType
from hotlint.resource_types.property_relations import Ordered
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, ResourceType, TemplateContext, TypeRules

ALARM = "AWS::CloudWatch::Alarm"
"""A type of the stack that Heat makes for a load balancer; Heat's code does not have it."""
ALARM_PROPERTIES = (
    "MetricName", "Namespace", "Statistic", "Period", "EvaluationPeriods", "Threshold", "AlarmActions",
    "ComparisonOperator",
)  # fmt: skip
"""The properties that the stack gives to it."""


class AwsLoadBalancer(TypeRules):
    """The own rules of AWS::ElasticLoadBalancing::LoadBalancer."""

    types = ("AWS::ElasticLoadBalancing::LoadBalancer",)
    source = "heat/engine/resources/aws/lb/loadbalancer.py"
    relations = (Ordered("Timeout", "Interval", within=("HealthCheck",)),)
    demands = (f"the operator or an environment adds '{ALARM}'",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::ElasticLoadBalancing::LoadBalancer
    properties:
      AvailabilityZones: []
      Listeners: [{InstancePort: 80, LoadBalancerPort: 80, Protocol: HTTP}]
      HealthCheck:
        Target: HTTP:80/
        HealthyThreshold: 3
        UnhealthyThreshold: 3
        Interval: 5
        Timeout: 30
                 ^^
"""),
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
            yield PropertyProblem((), "whole", "unknown-type", f"{resource.type} needs '{ALARM}', {why}")
