from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.keystone._names import DESCRIPTION
from hotlint.heat_types.refusals import Limit


class Region(HeatType):
    """OS::Keystone::Region, beyond its schema."""

    types = ("OS::Keystone::Region",)
    unique = (Unique("Keystone", "region", ("id",)),)
    # Source: keystone/catalog/schema.py
    thing = "the region"
    limits = (Limit("id", 0, 255), DESCRIPTION)
    service_demands = ("'id' is that of no other region",)
