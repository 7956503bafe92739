from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.services._rule import ServiceRule


class RefusedBySetting(ServiceRule):
    """A service refuses a value on clouds that are set up as most are.

    The operator of a cloud may have raised the limit, or may offer what is asked for. Where yours does, turn the finding off.
    """

    code = "HOT554"
    name = "refused-by-setting"
    severity = "warning"
    refusal = "setting"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  subnet:
    type: OS::Neutron::Subnet
    properties:
      network: web
      cidr: 10.1.0.0/24
      dns_nameservers: [10.9.0.1, 10.9.0.2, 10.9.0.3, 10.9.0.4, 10.9.0.5, 10.9.0.6]
                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  subnet:
    type: OS::Neutron::Subnet
    properties:
      network: web
      cidr: 10.1.0.0/24
      dns_nameservers: [10.9.0.1, 10.9.0.2]
""")
    ]
