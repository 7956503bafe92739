from __future__ import annotations

from hotlint.heat_types.base import HeatType


class Listener(HeatType):
    """OS::Octavia::Listener, beyond its schema."""

    types = ("OS::Octavia::Listener",)
    follows = {"default_pool": ("default_pool_id",)}
