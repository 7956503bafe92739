"""The own rules of OS::Neutron::FloatingIP: a fixed address together with its port."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import Requires
from hotlint.rule import Example, TypeRules


class FloatingIp(TypeRules):
    """The own rules of OS::Neutron::FloatingIP."""

    types = ("OS::Neutron::FloatingIP",)
    source = "heat/engine/resources/openstack/neutron/floatingip.py"
    reads = (
        Reads(("value_specs", "port_id")),
        Reads(("fixed_ip_address",), unless="port_id"),
    )
    relations = (Requires("fixed_ip_address", ("port_id",)),)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::FloatingIP
          ^^^^^^^^^^^^^^^^^^^^^^^
    properties: {floating_network: n, fixed_ip_address: 10.0.0.5}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::FloatingIP
    properties: {floating_network: n, port_id: p, fixed_ip_address: 10.0.0.5}
"""),
    )
