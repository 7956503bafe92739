from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.services._rule import ServiceRule


class MissingDependency(ServiceRule):
    """A resource needs another one to exist first, and nothing makes Heat wait for it.

    Heat creates resources at the same time, unless one refers to another or names it in `depends_on`. A floating IP refers to its
    port, but not to the interface that connects the port's subnet with a router: Neutron refuses it when it comes first. Heat
    adds this dependency by itself only where `fixed_ips` of the port name the subnet. Whether a creation fails is a matter of luck
    otherwise. Add the other resource to `depends_on`.
    """

    code = "HOT553"
    name = "missing-dependency"
    severity = "warning"
    refusal = "order"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}
  router:
    type: OS::Neutron::Router
    properties:
      external_gateway_info: {network: public}
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: {get_resource: router}, subnet: {get_resource: subnet}}
  port:
    type: OS::Neutron::Port
    depends_on: subnet
    properties: {network: {get_resource: net}}
  address:
    type: OS::Neutron::FloatingIP
          ^^^^^^^^^^^^^^^^^^^^^^^
    properties:
      floating_network: public
      port_id: {get_resource: port}
""",
            fixed="""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}
  router:
    type: OS::Neutron::Router
    properties:
      external_gateway_info: {network: public}
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: {get_resource: router}, subnet: {get_resource: subnet}}
  port:
    type: OS::Neutron::Port
    depends_on: subnet
    properties: {network: {get_resource: net}}
  address:
    type: OS::Neutron::FloatingIP
    depends_on: interface
    properties:
      floating_network: public
      port_id: {get_resource: port}
""",
        )
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
  router:
    type: OS::Neutron::Router
    properties:
      external_gateway_info: {network: public}
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: {get_resource: router}, subnet: {get_resource: subnet}}
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      fixed_ips: [{subnet: {get_resource: subnet}}]
  address:
    type: OS::Neutron::FloatingIP
    properties:
      floating_network: public
      port_id: {get_resource: port}
""")
    ]
