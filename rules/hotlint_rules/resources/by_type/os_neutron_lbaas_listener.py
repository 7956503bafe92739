"""The own rules of OS::Neutron::LBaaS::Listener: a load balancer or a pool, and a certificate for terminated HTTPS."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AtLeastOne, Requires
from hotlint.rule import Example, TypeRules


class LbaasListener(TypeRules):
    """The own rules of OS::Neutron::LBaaS::Listener."""

    types = ("OS::Neutron::LBaaS::Listener",)
    source = "heat/engine/resources/openstack/neutron/lbaas/listener.py"
    span = (None, "21.99.0")
    reads = (Reads(("protocol", "loadbalancer")),)
    relations = (
        AtLeastOne(("loadbalancer", "default_pool")),
        Requires("protocol", ("default_tls_container_ref",), ("TERMINATED_HTTPS",)),
    )
    bad = (
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::LBaaS::Listener
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    properties: {loadbalancer: l, protocol: TERMINATED_HTTPS, protocol_port: 443}
""",
            target="18.0.1",
        ),
    )
    good = (
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::LBaaS::Listener
    properties: {loadbalancer: l, protocol: HTTP, protocol_port: 80}
""",
            target="18.0.1",
        ),
    )
