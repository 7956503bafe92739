from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import Requires


class Pool(HeatType):
    """OS::Neutron::Pool: a cookie for sessions that are kept by one."""

    types = ("OS::Neutron::Pool",)
    span = (None, "21.99.0")
    relations = (
        Requires("type", ("cookie_name",), ("APP_COOKIE",), within=("vip", "session_persistence"), meaning="true"),
    )
    shown_in = "18.0.1"
    bad = (
        """
        protocol: HTTP
        lb_method: ROUND_ROBIN
        subnet: s
        vip:
          protocol_port: 80
          session_persistence: {type: APP_COOKIE}
          ^^^^^^^^^^^^^^^^^^^
        """,
    )
    good = (
        """
        protocol: HTTP
        lb_method: ROUND_ROBIN
        subnet: s
        vip: {protocol_port: 80, session_persistence: {type: APP_COOKIE, cookie_name: c}}
        """,
    )
