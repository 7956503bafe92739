from hotlint.heat_types.base import HeatType
from hotlint.heat_types.octavia._conflicts import AGAIN, one_per


class PoolMember(HeatType):
    """OS::Octavia::PoolMember, beyond its schema."""

    types = ("OS::Octavia::PoolMember",)
    unique = one_per("member", ("address", "protocol_port", "pool"))
    thing = "the member"
    ending = AGAIN
    # Source: octavia/api/v2/controllers/member.py
    service_demands = (
        "no other member of the 'pool' has the same 'address' and 'protocol_port' (Heat tries again until the stack times out)",
    )
