"""The own rules of OS::Octavia::Listener: a certificate for terminated HTTPS; once a load balancer or pool."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AtLeastOne, Requires
from hotlint.rule import Example, TypeRules


class Listener(TypeRules):
    """The own rules of OS::Octavia::Listener."""

    types = ("OS::Octavia::Listener",)
    source = "heat/engine/resources/openstack/octavia/listener.py"
    reads = (
        Reads(("protocol",)),
        Reads(("loadbalancer",), span=(None, "18.0.1")),
    )
    relations = (
        Requires("protocol", ("default_tls_container_ref",), ("TERMINATED_HTTPS",)),
        AtLeastOne(("loadbalancer", "default_pool"), span=(None, "21.99.0")),
    )
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Octavia::Listener
          ^^^^^^^^^^^^^^^^^^^^^
    properties: {loadbalancer: l, protocol: TERMINATED_HTTPS, protocol_port: 443}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Octavia::Listener
    properties: {loadbalancer: l, protocol: HTTP, protocol_port: 80}
"""),
    )
