"""Quotas of a project, and what it uses of them, as the services tell them."""

from __future__ import annotations

from typing import Any, Final

from hotlint.cloud.connection import CloudConnection
from hotlint.cloud.errors import RequestRefusedError

Quotas = dict[str, dict[str, int]]
"""What is counted -> {"limit": the most, "used": what there is}, either of which may be missing; no limit is -1."""

_COMPUTE: Final = {
    "instances": ("maxTotalInstances", "totalInstancesUsed"),
    "cores": ("maxTotalCores", "totalCoresUsed"),
    "ram": ("maxTotalRAMSize", "totalRAMUsed"),
    "key_pairs": ("maxTotalKeypairs", ""),
    "server_groups": ("maxServerGroups", "totalServerGroupsUsed"),
}
_VOLUME: Final = {
    "volumes": ("maxTotalVolumes", "totalVolumesUsed"),
    "gigabytes": ("maxTotalVolumeGigabytes", "totalGigabytesUsed"),
    "snapshots": ("maxTotalSnapshots", "totalSnapshotsUsed"),
}
_NETWORK: Final = {
    "network": "networks",
    "subnet": "subnets",
    "port": "ports",
    "router": "routers",
    "floatingip": "floating_ips",
    "security_group": "security_groups",
    "security_group_rule": "security_group_rules",
}


def compute(connection: CloudConnection) -> Quotas:
    """Return what Nova counts. Raises CloudError."""
    return _absolute(connection.get("compute", "/limits"), _COMPUTE)


def volume(connection: CloudConnection) -> Quotas:
    """Return what Cinder counts. Raises CloudError."""
    return _absolute(connection.get("block_storage", "/limits"), _VOLUME)


def network(connection: CloudConnection) -> Quotas:
    """Return what Neutron counts; without what is used where Neutron does not tell. Raises CloudError."""
    path = f"/quotas/{connection.project_id}"
    try:
        found = connection.get("network", f"{path}/details.json")["quota"]
    except RequestRefusedError:
        limits = connection.get("network", path)["quota"]
        return {ours: {"limit": limits[theirs]} for theirs, ours in _NETWORK.items() if theirs in limits}
    counts = {ours: found[theirs] for theirs, ours in _NETWORK.items() if theirs in found}
    return {name: {"limit": c["limit"], "used": c["used"] + int(c.get("reserved") or 0)} for name, c in counts.items()}


def orchestration(connection: CloudConnection) -> Quotas:
    """Return the number of stacks: only Heat's operator knows how many there may be. Raises CloudError."""
    used = sum(1 for _ in connection.pages("orchestration", "/stacks?limit=200&show_nested=false", "stacks"))
    return {"stacks": {"used": used}}


READERS: Final = {"compute": compute, "network": network, "block_storage": volume, "orchestration": orchestration}
"""What reads the quotas of each service."""


def _absolute(answer: Any, names: dict[str, tuple[str, str]]) -> Quotas:
    values = answer["limits"]["absolute"]
    found: Quotas = {}
    for ours, theirs in names.items():
        counts = {key: values[name] for key, name in zip(("limit", "used"), theirs, strict=True) if name in values}
        if "limit" in counts:
            found[ours] = counts
    return found
