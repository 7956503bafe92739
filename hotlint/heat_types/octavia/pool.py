from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.octavia._conflicts import one_per
from hotlint.heat_types.refusals import Refusal
from hotlint.resource_types.property_relations import AtLeastOne, OnlyWhen, Reads, Requires
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class Pool(HeatType):
    """OS::Octavia::Pool: what it belongs to, and a cookie only where one is used."""

    types = ("OS::Octavia::Pool",)
    unique = one_per("pool", ("listener",))
    unremovable = {"session_persistence": "Heat sends only new values: the pool keeps it"}
    thing = "the pool"
    # Source: octavia/api/v2/controllers/pool.py
    service_demands = ("no other pool has the same 'listener' (Heat tries again until the stack times out)",)
    settings = ("'protocol' is not TERMINATED_HTTPS, which only listeners have (in recent releases of Octavia)",)
    reads = (
        Reads(("session_persistence", "listener")),
        Reads(("loadbalancer",), unless="listener"),
    )
    relations = (
        AtLeastOne(("listener", "loadbalancer")),
        Requires("type", ("cookie_name",), ("APP_COOKIE",), within=("session_persistence",), meaning="true"),
        OnlyWhen(
            ("cookie_name",), "type", ("SOURCE_IP",), within=("session_persistence",), meaning="true", negated=True
        ),
    )
    bad = ("{protocol: HTTP, lb_algorithm: ROUND_ROBIN}",)
    good = ("{listener: l, protocol: HTTP, lb_algorithm: ROUND_ROBIN}",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        pool = properties(owner)
        if pool["protocol"] == "TERMINATED_HTTPS":
            yield pool.refuse("protocol", "only listeners have the protocol TERMINATED_HTTPS", "setting")
