from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import Reads, Requires


class L7Rule(HeatType):
    """OS::Octavia::L7Rule: a key to look at in headers and cookies."""

    types = ("OS::Octavia::L7Rule",)
    reads = (Reads(("type",)),)
    relations = (Requires("type", ("key",), ("HEADER", "COOKIE")),)
    bad = ("{l7policy: p, type: HEADER, compare_type: EQUAL_TO, value: v}",)
    good = ("{l7policy: p, type: HEADER, key: k, compare_type: EQUAL_TO, value: v}",)
