from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.refusals import NEUTRON_NAME, Limit


class Segment(HeatType):
    """OS::Neutron::Segment, beyond its schema."""

    types = ("OS::Neutron::Segment",)
    service = "Neutron"
    thing = "the segment"
    service_source = "neutron_lib/api/definitions/segment.py"
    limits = (*NEUTRON_NAME, Limit("physical_network", 0, 64))
