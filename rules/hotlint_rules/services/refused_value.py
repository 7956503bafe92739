from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.services._rule import ServiceRule


class RefusedValue(ServiceRule):
    """A service of OpenStack refuses a value, although Heat accepts it: the resource fails when it is created.

    Heat checks the form of values, and hands them to Neutron, Nova, Cinder or Keystone when it creates the resource. By then
    other resources exist, and the stack is left half made. What is reported here fails on every cloud. docs/services.md lists
    what is known of each resource type.
    """

    code = "HOT551"
    name = "refused-value"
    severity = "error"
    refusal = "value"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  subnet:
    type: OS::Neutron::Subnet
    properties:
      network: web
      cidr: 10.1.0.0/24
      allocation_pools:
        - {start: 10.1.0.20, end: 10.1.0.10}
                  ^^^^^^^^^
  group:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
        - {protocol: gre, port_range_min: 80, port_range_max: 80}
                                          ^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  last: {type: string}
resources:
  subnet:
    type: OS::Neutron::Subnet
    properties:
      network: web
      cidr: 10.1.0.0/24
      allocation_pools:
        - {start: 10.1.0.10, end: 10.1.0.20}
        - {start: 10.1.0.30, end: {get_param: last}}
  group:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
        - {protocol: tcp, port_range_min: 80, port_range_max: 80}
        - {protocol: icmp, port_range_min: 8, port_range_max: 0}
""")
    ]
