from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import AtLeastOne, Reads, Requires


class LBaaSListener(HeatType):
    """OS::Neutron::LBaaS::Listener: a load balancer or a pool, and a certificate for terminated HTTPS."""

    types = ("OS::Neutron::LBaaS::Listener",)
    span = (None, "21.99.0")
    reads = (Reads(("protocol", "loadbalancer")),)
    relations = (
        AtLeastOne(("loadbalancer", "default_pool")),
        Requires("protocol", ("default_tls_container_ref",), ("TERMINATED_HTTPS",)),
    )
    shown_in = "18.0.1"
    bad = ("{loadbalancer: l, protocol: TERMINATED_HTTPS, protocol_port: 443}",)
    good = ("{loadbalancer: l, protocol: HTTP, protocol_port: 80}",)
