from __future__ import annotations

from hotlint.heat_types.base import HeatType


class Group(HeatType):
    """OS::Keystone::Group, beyond its schema."""

    types = ("OS::Keystone::Group",)
    made_for = "keystone.group"
