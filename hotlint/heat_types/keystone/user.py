from __future__ import annotations

from hotlint.heat_types.base import HeatType


class User(HeatType):
    """OS::Keystone::User, beyond its schema."""

    types = ("OS::Keystone::User",)
    made_for = "keystone.user"
    follows = {"default_project": ("default_project_id",)}
