from __future__ import annotations

from hotlint.heat_types.base import HeatType


class Image(HeatType):
    """OS::Glance::Image, beyond its schema."""

    types = ("OS::Glance::Image",)
    makes = "glance.image"
