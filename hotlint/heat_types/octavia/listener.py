from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.items import properties
from hotlint.heat_types.octavia._conflicts import port_of
from hotlint.heat_types.refusals import Refusal
from hotlint.resource_types.property_relations import AtLeastOne, Reads, Requires
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class Listener(HeatType):
    """OS::Octavia::Listener: a certificate for terminated HTTPS; once a load balancer or pool."""

    types = ("OS::Octavia::Listener",)
    follows = {"default_pool": ("default_pool_id",)}
    unique = (Unique("Octavia", "listener", ("protocol_port", "loadbalancer", "protocol"), port_of),)
    thing = "the listener"
    # Source: octavia/api/v2/controllers/listener.py
    service_demands = (
        "no other listener of the load balancer has the 'protocol_port' for UDP, or for the protocols of TCP (Heat tries again "
        "until the stack times out)",
    )
    settings = ("'protocol' is not PROXY, which only pools have (in recent releases of Octavia)",)
    reads = (
        Reads(("protocol",)),
        Reads(("loadbalancer",), span=(None, "21.99.0")),
        Reads(("default_pool",), unless="loadbalancer", span=(None, "21.99.0")),
    )
    relations = (
        Requires("protocol", ("default_tls_container_ref",), ("TERMINATED_HTTPS",)),
        AtLeastOne(("loadbalancer", "default_pool"), span=(None, "21.99.0")),
    )
    bad = ("{loadbalancer: l, protocol: TERMINATED_HTTPS, protocol_port: 443}",)
    good = ("{loadbalancer: l, protocol: HTTP, protocol_port: 80}",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        listener = properties(owner)
        if listener["protocol"] == "PROXY":
            yield listener.refuse("protocol", "only pools have the protocol PROXY", "setting")
