"""The own rules of OS::Neutron::Port."""

from __future__ import annotations

from hotlint.linter.rule import Example
from hotlint.linter.type_rules import TypeRules
from hotlint.resource_types.property_relations import AtMostOne


class Port(TypeRules):
    """The own rules of OS::Neutron::Port."""

    types = ("OS::Neutron::Port",)
    source = "heat/engine/resources/openstack/neutron/port.py"
    relations = (AtMostOne(("fixed_ips", "no_fixed_ips"), meaning="true", span=("16.0.0", None)),)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::Port
    properties:
      network: n
      fixed_ips: [{ip_address: 10.0.0.5}]
      no_fixed_ips: true
      ^^^^^^^^^^^^
"""),
    )
