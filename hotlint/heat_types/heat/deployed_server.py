from __future__ import annotations

from hotlint.heat_types.base import HeatType


class DeployedServer(HeatType):
    """OS::Heat::DeployedServer, beyond its schema."""

    types = ("OS::Heat::DeployedServer",)
    secret_attributes = ("os_collect_config",)
