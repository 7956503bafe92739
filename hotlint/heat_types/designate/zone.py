from __future__ import annotations

from hotlint.heat_types.base import HeatType


class Zone(HeatType):
    """OS::Designate::Zone, beyond its schema."""

    types = ("OS::Designate::Zone",)
    makes = "designate.zone"
