"""The own rules of AWS::ElasticLoadBalancing::LoadBalancer: a health check's timeout within its interval."""

from __future__ import annotations

from hotlint.linter.rule import Example
from hotlint.linter.type_rules import TypeRules
from hotlint.resource_types.property_relations import Ordered


class AwsLoadBalancer(TypeRules):
    """The own rules of AWS::ElasticLoadBalancing::LoadBalancer."""

    types = ("AWS::ElasticLoadBalancing::LoadBalancer",)
    source = "heat/engine/resources/aws/lb/loadbalancer.py"
    relations = (Ordered("Timeout", "Interval", within=("HealthCheck",)),)
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
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: AWS::ElasticLoadBalancing::LoadBalancer
    properties:
      AvailabilityZones: []
      Listeners: [{InstancePort: 80, LoadBalancerPort: 80, Protocol: HTTP}]
      HealthCheck: {Target: "HTTP:80/", HealthyThreshold: 3, UnhealthyThreshold: 3, Interval: 30, Timeout: 5}
"""),
    )
