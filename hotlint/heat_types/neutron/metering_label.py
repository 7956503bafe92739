from hotlint.heat_types.base import HeatType
from hotlint.heat_types.refusals import NEUTRON_NAME, Limit
from hotlint.heat_types.rights import Right


class MeteringLabel(HeatType):
    """OS::Neutron::MeteringLabel, beyond its schema."""

    types = ("OS::Neutron::MeteringLabel",)
    rights = (Right("create_metering_label"),)
    thing = "the label"
    # Source: neutron_lib/api/definitions/metering.py
    limits = (*NEUTRON_NAME, Limit("description", 0, 1024))
