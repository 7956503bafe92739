from hotlint.heat_types.base import Unique, Waits
from hotlint.heat_types.neutron._gateways import ExtraRoutes


class ExtraRoute(ExtraRoutes):
    """OS::Neutron::ExtraRoute, beyond its schema."""

    types = ("OS::Neutron::ExtraRoute",)
    is_stuck_once_failed = True
    unique = (Unique("Neutron", "route", ("router_id", "destination", "nexthop"), is_whole=True, in_sequence=True),)
    waits_for = {
        "OS::Neutron::RouterInterface": Waits(("router_id",), ("router",)),
        "OS::Neutron::RouterGateway": Waits(("router_id",), ("router_id",)),
    }
