from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.quotas import COMPUTE


class ServerGroup(HeatType):
    """OS::Nova::ServerGroup, beyond its schema."""

    types = ("OS::Nova::ServerGroup",)
    has_only_answer = True
    is_kept_while_it_exists = True
    quota = (COMPUTE, "server_groups")
