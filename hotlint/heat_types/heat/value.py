from __future__ import annotations

from hotlint.heat_types.base import HeatType


class Value(HeatType):
    """OS::Heat::Value, beyond its schema."""

    types = ("OS::Heat::Value",)
    echoes = ("value",)
    echoes_all = True
