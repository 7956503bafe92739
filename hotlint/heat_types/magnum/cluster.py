from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class Cluster(HeatType):
    """OS::Magnum::Cluster: a name, and masters that its template allows."""

    types = ("OS::Magnum::Cluster",)
    unchangeable = {
        name: f"Magnum changes only the 'node_count' of a cluster, not its '{name}'"
        for name in ("create_timeout", "discovery_url", "master_count")
    }
    thing = "the cluster"
    # Source: magnum/api/controllers/v1/cluster.py
    limits = (
        Limit(
            "name", 0, 242, r"[a-zA-Z][a-zA-Z0-9_.-]*", "begins with a letter, and consists of letters, digits and _.-"
        ),
    )
    service_demands = ("'master_count' is 1 where the cluster template has 'master_lb_enabled: false'",)
    settings = ("'master_count' is odd (in recent releases of Magnum)",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        cluster = properties(owner)
        count = cluster.number("master_count") or 1
        template = stack.maker(cluster["cluster_template"], "OS::Magnum::ClusterTemplate")
        if count > 1 and template is not None and properties(template)["master_lb_enabled"] is False:
            message = f"{count} masters need a load balancer, which the cluster template turns off"
            yield cluster.refuse("master_count", message, "neighbor", template)
        elif count % 2 == 0:
            yield cluster.refuse("master_count", f"{count} masters are an even number", "setting")
