from hotlint.heat_types.base import Waits
from hotlint.heat_types.neutron._gateways import ExtraRoutes


class ExtraRouteSet(ExtraRoutes):
    """OS::Neutron::ExtraRouteSet, beyond its schema."""

    types = ("OS::Neutron::ExtraRouteSet",)
    is_stuck_once_failed = True
    waits_for = {"OS::Neutron::RouterInterface": Waits(("router",), ("router",))}
