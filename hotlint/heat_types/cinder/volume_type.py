from __future__ import annotations

from hotlint.heat_types.base import HeatType


class VolumeType(HeatType):
    """OS::Cinder::VolumeType, beyond its schema."""

    types = ("OS::Cinder::VolumeType",)
    makes = "cinder.vtype"
