from __future__ import annotations

from hotlint.heat_types.base import HeatType


class CloudConfig(HeatType):
    """OS::Heat::CloudConfig, beyond its schema."""

    types = ("OS::Heat::CloudConfig",)
    holds_user_data = True
