from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.services._rule import ServiceRule


class RefusedNeighbor(ServiceRule):
    """A service refuses a resource because of another one of the template: an address outside of its subnet, for example.

    Heat creates the one, and the service then refuses the other. What is reported here fails on every cloud: both resources are
    made whenever one is, and all values are known. With a snapshot of the cloud (`cloud` in .hotlint.yaml), what the cloud has
    counts as well. Where neither resource waits for the other, the one that is created last fails.
    """

    code = "HOT552"
    name = "refused-neighbor"
    severity = "error"
    refusal = "neighbor"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      fixed_ips: [{subnet: {get_resource: subnet}, ip_address: 10.2.0.7}]
                                                               ^^^^^^^^
  router:
    type: OS::Neutron::Router
    properties:
      external_gateway_info: {network: {get_resource: net}}
                                       ^^^^^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      fixed_ips: [{subnet: {get_resource: subnet}, ip_address: 10.1.0.7}]
  router:
    type: OS::Neutron::Router
    properties:
      external_gateway_info: {network: public}
""")
    ]
