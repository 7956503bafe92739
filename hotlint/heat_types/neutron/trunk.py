from __future__ import annotations

from hotlint.heat_types.base import HeatType


class Trunk(HeatType):
    """OS::Neutron::Trunk, beyond its schema."""

    types = ("OS::Neutron::Trunk",)
    looked_up = frozenset({("port",), ("sub_ports", "port")})
