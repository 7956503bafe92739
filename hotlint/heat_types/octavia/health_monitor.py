from hotlint.heat_types.base import HeatType
from hotlint.heat_types.octavia._conflicts import AGAIN, one_per


class HealthMonitor(HeatType):
    """OS::Octavia::HealthMonitor, beyond its schema."""

    types = ("OS::Octavia::HealthMonitor",)
    unique = one_per("health monitor", ("pool",))
    thing = "the health monitor"
    ending = AGAIN
    # Source: octavia/api/v2/controllers/health_monitor.py
    service_demands = ("no other health monitor has the same 'pool' (Heat tries again until the stack times out)",)
