from __future__ import annotations

from hotlint.heat_types.base import HeatType


class WebImage(HeatType):
    """OS::Glance::WebImage, beyond its schema."""

    types = ("OS::Glance::WebImage",)
    makes = "glance.image"
    made_for = "glance.image"
