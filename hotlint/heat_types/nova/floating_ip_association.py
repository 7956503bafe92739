from hotlint.heat_types.base import HeatType


class FloatingIPAssociation(HeatType):
    """OS::Nova::FloatingIPAssociation, beyond its schema."""

    types = ("OS::Nova::FloatingIPAssociation",)
    is_link = True
