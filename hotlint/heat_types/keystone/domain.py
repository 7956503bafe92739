from __future__ import annotations

from hotlint.heat_types.base import HeatType


class Domain(HeatType):
    """OS::Keystone::Domain, beyond its schema."""

    types = ("OS::Keystone::Domain",)
    made_for = "keystone.domain"
