from __future__ import annotations

from hotlint.heat_types.base import HeatType


class Role(HeatType):
    """OS::Keystone::Role, beyond its schema."""

    types = ("OS::Keystone::Role",)
    makes = "keystone.role"
    made_for = "keystone.role"
