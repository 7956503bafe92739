"""The own rules of OS::Neutron::RouterInterface: a subnet or a port."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import ExactlyOne
from hotlint.rule import Example, TypeRules


class RouterInterface(TypeRules):
    """The own rules of OS::Neutron::RouterInterface."""

    types = ("OS::Neutron::RouterInterface",)
    source = "heat/engine/resources/openstack/neutron/router.py"
    reads = (Reads(("subnet_id", "subnet", "port_id", "port")),)
    relations = (ExactlyOne(("subnet", "port")),)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::RouterInterface
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    properties: {router: r}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::RouterInterface
    properties: {router: r, subnet: s}
"""),
    )
