from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.refusals import PRINTED, Limit


class VolumeType(HeatType):
    """OS::Cinder::VolumeType, beyond its schema."""

    types = ("OS::Cinder::VolumeType",)
    makes = "cinder.vtype"
    service = "Cinder"
    thing = "the volume type"
    service_source = "cinder/api/schemas/volume_types.py"
    limits = (
        Limit("name", 1, 255),
        Limit("description", 0, 255, f"{PRINTED}*", "consists of printable characters, in one line"),
        Limit("metadata", 1, 255, r"[a-zA-Z0-9\-_:.]*", "consists of letters, digits and -_:.", of="keys"),
        Limit("metadata", 0, 255, of="values", is_text=True),
    )
