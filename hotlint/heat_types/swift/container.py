from __future__ import annotations

from hotlint.heat_types.base import HeatType


class Container(HeatType):
    """OS::Swift::Container, beyond its schema."""

    types = ("OS::Swift::Container",)
    id_property = "name"
    refers_by_id = False
    lost_when_gone = "the objects of container"
