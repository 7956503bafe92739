from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import Reads, Requires


class LBaaSL7Rule(HeatType):
    """OS::Neutron::LBaaS::L7Rule: a key to look at in headers and cookies."""

    types = ("OS::Neutron::LBaaS::L7Rule",)
    span = (None, "21.99.0")
    reads = (Reads(("type",)),)
    relations = (Requires("type", ("key",), ("HEADER", "COOKIE")),)
    shown_in = "18.0.1"
    bad = ("{l7policy: p, type: HEADER, compare_type: EQUAL_TO, value: v}",)
    good = ("{l7policy: p, type: HEADER, key: k, compare_type: EQUAL_TO, value: v}",)
