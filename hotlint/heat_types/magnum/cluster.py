from __future__ import annotations

from hotlint.heat_types.base import HeatType


class Cluster(HeatType):
    """OS::Magnum::Cluster, beyond its schema."""

    types = ("OS::Magnum::Cluster",)
    unchangeable = {
        name: f"Magnum changes only the 'node_count' of a cluster, not its '{name}'"
        for name in ("create_timeout", "discovery_url", "master_count")
    }
