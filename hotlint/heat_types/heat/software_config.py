from __future__ import annotations

from hotlint.heat_types.base import HeatType


class SoftwareConfig(HeatType):
    """OS::Heat::SoftwareConfig, beyond its schema."""

    types = ("OS::Heat::SoftwareConfig",)
    echoes = ("config",)
    is_config = True
    holds_user_data = True
