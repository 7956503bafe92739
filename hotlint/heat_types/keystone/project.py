from __future__ import annotations

from hotlint.heat_types.base import HeatType, Unique


class Project(HeatType):
    """OS::Keystone::Project, beyond its schema."""

    types = ("OS::Keystone::Project",)
    made_for = "keystone.project"
    unique = (Unique("Keystone", "project", ("name", "domain")),)
