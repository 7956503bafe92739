from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import AtLeastOne, Reads, Requires


class Listener(HeatType):
    """OS::Octavia::Listener: a certificate for terminated HTTPS; once a load balancer or pool."""

    types = ("OS::Octavia::Listener",)
    follows = {"default_pool": ("default_pool_id",)}
    source = "heat/engine/resources/openstack/octavia/listener.py"
    reads = (
        Reads(("protocol",)),
        Reads(("loadbalancer",), span=(None, "18.0.1")),
    )
    relations = (
        Requires("protocol", ("default_tls_container_ref",), ("TERMINATED_HTTPS",)),
        AtLeastOne(("loadbalancer", "default_pool"), span=(None, "21.99.0")),
    )
    bad = ("{loadbalancer: l, protocol: TERMINATED_HTTPS, protocol_port: 443}",)
    good = ("{loadbalancer: l, protocol: HTTP, protocol_port: 80}",)
