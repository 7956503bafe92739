from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import AtLeastOne, OnlyWhen, Reads, Requires


class Pool(HeatType):
    """OS::Octavia::Pool: what it belongs to, and a cookie only where one is used."""

    types = ("OS::Octavia::Pool",)
    source = "heat/engine/resources/openstack/octavia/pool.py"
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
