from hotlint.heat_types.base import HeatType


class AvailabilityZone(HeatType):
    """OS::Octavia::AvailabilityZone, beyond its schema."""

    types = ("OS::Octavia::AvailabilityZone",)
    unchangeable = {"name": "Octavia does not rename an availability zone"}
