from hotlint.heat_types.base import HeatType
from hotlint.heat_types.refusals import by_id


class L2GatewayConnection(HeatType):
    """OS::Neutron::L2GatewayConnection, beyond its schema."""

    types = ("OS::Neutron::L2GatewayConnection",)
    thing = "the connection"
    # Source: networking_l2gw/db/l2gateway/l2gateway_db.py
    limits = (by_id("network_id"),)
