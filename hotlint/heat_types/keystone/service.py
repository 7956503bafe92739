from hotlint.heat_types.base import HeatType
from hotlint.heat_types.refusals import Limit


class Service(HeatType):
    """OS::Keystone::Service, beyond its schema."""

    types = ("OS::Keystone::Service",)
    makes = "keystone.service"
    thing = "the service"
    # Source: keystone/catalog/schema.py
    limits = (Limit("name", 0, 255), Limit("type", 1, 255))
