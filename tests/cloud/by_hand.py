"""What happens to a stack between its updates: people delete things by hand, suspend, resume and check it."""

from __future__ import annotations

import random
import time
from typing import Any

from heat_stacks import Heat

DELETED_BY_HAND = {
    "OS::Cinder::Volume": ("block_storage", "delete_volume"),
    "OS::Heat::SoftwareConfig": ("orchestration", "delete_software_config"),
    "OS::Neutron::FloatingIP": ("network", "delete_ip"),
    "OS::Neutron::Net": ("network", "delete_network"),
    "OS::Neutron::Port": ("network", "delete_port"),
    "OS::Neutron::SecurityGroup": ("network", "delete_security_group"),
    "OS::Neutron::Subnet": ("network", "delete_subnet"),
    "OS::Nova::KeyPair": ("compute", "delete_keypair"),
    "OS::Nova::Server": ("compute", "delete_server"),
}
"""The service and the call that delete what a resource has made."""


def happen(heat: Heat, name: str, rng: random.Random, plan: Any) -> list[str]:
    """Let something happen to a stack, or nothing. `plan` plans an update: that of a suspended stack must be refused.

    Returns what has happened.
    """
    choice = rng.random()
    if choice < 0.12:
        return _delete_something(heat, name, rng)
    if choice < 0.2:
        found = _delete_something(heat, name, rng) if rng.random() < 0.5 else []
        return [*found, heat.act(name, "check").status]
    if choice < 0.3:
        suspended = heat.act(name, "suspend").status
        refused = plan().get("refused") if suspended == "SUSPEND_COMPLETE" else ["not asked"]
        resumed = heat.act(name, "resume").status
        return [suspended, resumed, "" if refused else "NOT REFUSED while suspended"]
    if choice < 0.37:
        return _signal(heat, name, rng)
    return _mark_unhealthy(heat, name, rng) if choice < 0.43 else []


def _signal(heat: Heat, name: str, rng: random.Random) -> list[str]:
    """Let a policy scale its group, so that the group has another size than its template says."""
    policies = [p for p, r in heat.resources(name).items() if r["resource_type"] == "OS::Heat::ScalingPolicy"]
    if not policies:
        return []
    path, stack = rng.choice(sorted(policies))[-1], heat.shown(name)["id"]
    status, _ = heat.call("POST", f"/stacks/{name}/{stack}/resources/{path}/signal")
    time.sleep(4)
    heat.settle(name)
    return [f"signal of {path}: {status}"]


def _mark_unhealthy(heat: Heat, name: str, rng: random.Random) -> list[str]:
    """Tell Heat that a resource does not work, so that the next update replaces it."""
    listed = [p for p, r in heat.resources(name).items() if len(p) == 1 and r["physical_resource_id"]]
    if not listed:
        return []
    chosen, stack = rng.choice(sorted(listed))[0], heat.shown(name)["id"]
    given = {"mark_unhealthy": True, "resource_status_reason": "it does not work"}
    status, _ = heat.call("PATCH", f"/stacks/{name}/{stack}/resources/{chosen}", given)
    return [f"marked unhealthy: {chosen}: {status}"]


def _delete_something(heat: Heat, name: str, rng: random.Random) -> list[str]:
    listed = [r for r in heat.resources(name).values() if r["resource_type"] in DELETED_BY_HAND]
    listed = [r for r in listed if r["physical_resource_id"]]
    if not listed:
        return []
    chosen = rng.choice(sorted(listed, key=lambda r: (r["resource_type"], r["resource_name"])))
    service, call = DELETED_BY_HAND[chosen["resource_type"]]
    try:
        getattr(getattr(heat.connection, service), call)(chosen["physical_resource_id"])
    except Exception as exc:
        return [f"not deleted by hand: {chosen['resource_name']}: {type(exc).__name__}"]
    time.sleep(4)
    return [f"deleted by hand: {chosen['resource_name']}"]
