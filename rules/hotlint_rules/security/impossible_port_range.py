from __future__ import annotations

from hotlint.rule import Checked, Example, Resource, Rule, RuleContext, Target
from hotlint_rules.security._security_groups import port_rules

_WITHOUT_PORTS = ("icmp", "icmpv6", "ipv6-icmp", "1", "58")


class ImpossiblePortRange(Rule):
    """The lowest port of a security group rule is above its highest, so that Neutron refuses the rule.

    Heat notices it only when it creates the group. (For OS::Neutron::SecurityGroupRule Heat notices it before, and it is HOT518.)
    """

    code = "HOT907"
    name = "impossible-port-range"
    severity = "info"
    category = "security"
    profiles = {"security": "error"}
    resource_types = frozenset({"OS::Neutron::SecurityGroup", "AWS::EC2::SecurityGroup"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  group:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
        - {protocol: tcp, port_range_min: 8090, port_range_max: 8080}
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  port: {type: number, default: 8080}
resources:
  group:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
        - {protocol: tcp, port_range_min: {get_param: port}, port_range_max: 8080}
        - {protocol: icmp, port_range_min: 8, port_range_max: 0}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        for rule in port_rules(resource, ctx):
            lowest, highest = rule.port("lowest"), rule.port("highest")
            protocol = rule.values["protocol"]
            if lowest is None or highest is None or lowest <= highest:
                continue
            if isinstance(protocol, str) and protocol.lower() not in _WITHOUT_PORTS:
                message = (
                    f"security group rule of '{resource.name}' begins with port {lowest}, above its last port {highest}"
                )
                yield ctx.report(Target(rule.node), message)
