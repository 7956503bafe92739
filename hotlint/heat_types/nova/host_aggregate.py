from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.refusals import METADATA_KEY, METADATA_KEY_WORDS, NOVA_NAME, Limit


class HostAggregate(HeatType):
    """OS::Nova::HostAggregate, beyond its schema."""

    types = ("OS::Nova::HostAggregate",)
    makes = "host aggregate"
    unique = (Unique("Nova", "aggregate", ("name",)),)
    thing = "the aggregate"
    # Source: nova/api/openstack/compute/schemas/aggregates.py
    limits = (
        NOVA_NAME._replace(low=1),
        Limit(
            "availability_zone", 0, 255, r"(?! )[^:]*(?<! )", "has no colon, and neither begins nor ends with a space"
        ),
        Limit("metadata", 1, 255, METADATA_KEY, METADATA_KEY_WORDS, of="keys"),
        Limit("metadata", 0, 255, of="values", is_text=True),
    )
    service_demands = ("'name' is that of no other aggregate",)
