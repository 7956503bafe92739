from __future__ import annotations

from hotlint.heat_types.base import HeatType


class StructuredConfig(HeatType):
    """OS::Heat::StructuredConfig, beyond its schema."""

    types = ("OS::Heat::StructuredConfig",)
    is_config = True
    holds_user_data = True
