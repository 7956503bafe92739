from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import AtLeastOne, OnlyWhen, Reads, Requires


class LBaaSPool(HeatType):
    """OS::Neutron::LBaaS::Pool: what it belongs to, and a cookie only where one is used."""

    types = ("OS::Neutron::LBaaS::Pool",)
    span = (None, "21.99.0")
    reads = (Reads(("session_persistence", "listener")),)
    relations = (
        AtLeastOne(("listener", "loadbalancer")),
        Requires("type", ("cookie_name",), ("APP_COOKIE",), within=("session_persistence",), meaning="true"),
        OnlyWhen(
            ("cookie_name",), "type", ("SOURCE_IP",), within=("session_persistence",), meaning="true", negated=True
        ),
    )
    shown_in = "18.0.1"
    bad = ("{protocol: HTTP, lb_algorithm: ROUND_ROBIN}",)
    good = ("{listener: l, protocol: HTTP, lb_algorithm: ROUND_ROBIN}",)
