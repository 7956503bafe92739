"""What an update costs: what is unavailable while it runs, what is lost, and in which order Heat replaces.

Heat creates all replacements first, each after what it depends on, and deletes the old resources at the end, the other way
round (heat/engine/convergence).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from hotlint.dry_run.changes import ResourceChange, StackDiff, UpdateCosts
from hotlint.dry_run.definitions import field_value
from hotlint.dry_run.dependency_graph import dependency_graph
from hotlint.dry_run.results import StackResult

_LOST: Final[Mapping[str, str]] = {
    "OS::Cinder::Volume": "the data of volume",
    "OS::Heat::RandomString": "the value of random string",
    "OS::Manila::Share": "the data of share",
    "OS::Neutron::FloatingIP": "the address of floating IP",
    "OS::Neutron::Port": "the address of port",
    "OS::Nova::KeyPair": "key pair",
    "OS::Nova::Server": "the local disks and addresses of server",
    "OS::Swift::Container": "the objects of container",
    "OS::Trove::Instance": "the data of database",
}
"""What is gone with a resource that is replaced or deleted, by type."""
_INTERRUPTED: Final[Mapping[tuple[str, str], str]] = {
    ("OS::Nova::Server", "flavor"): "while it is resized",
    ("OS::Nova::Server", "image"): "while it is rebuilt, which empties its disk",
    ("OS::Nova::Server", "networks"): "while its ports change",
    ("OS::Cinder::Volume", "volume_type"): "while it is retyped",
    ("OS::Neutron::Router", "external_gateway_info"): "while its gateway changes",
}
"""When a resource that is updated in place is unavailable, by type and property."""


def with_costs(diff: StackDiff, old: StackResult, new: StackResult) -> StackDiff:
    """Return a difference with what the update costs, by the templates before and after it. A refused update costs nothing."""
    if diff.refused:
        return diff
    diff = diff._replace(changes=tuple(_with_policy(change, old) for change in diff.changes))
    gone = [c for c in diff.effective if c.action in ("replace", "delete") and not _policy_that_keeps(c, old)]
    lost = tuple(f"{_LOST[change.type]} '{change.name}'" for change in gone if change.type in _LOST)
    replaced = [change.name for change in diff.effective if change.action == "replace"]
    rank = _rank(new) if len(replaced) > 1 else {}
    order = sorted(replaced, key=lambda name: rank.get(name.partition(".")[0], 0))
    return diff._replace(costs=UpdateCosts(tuple(_unavailable(diff.effective)), lost, tuple(order)))


def _with_policy(change: ResourceChange, old: StackResult) -> ResourceChange:
    """Return a deletion with what stays in the cloud, if its deletion policy says so; any other change as it is."""
    policy = _policy_that_keeps(change, old) if change.action == "delete" and not change.why else ""
    stays = {
        "Retain": "its deletion policy Retain keeps it in the cloud",
        "Snapshot": "its deletion policy keeps a snapshot",
    }
    return change._replace(why=stays[policy]) if policy else change


def _policy_that_keeps(change: ResourceChange, old: StackResult) -> str:
    """Return the deletion policy by which a thing stays, or a copy of it, though its resource goes; empty if nothing stays."""
    resource = old.context.template.resources.get(change.path[0]) if len(change.path) == 1 else None
    policy = field_value(old.context, resource, "deletion_policy") if resource is not None else None
    return policy if policy in ("Retain", "Snapshot") else ""


def _rank(new: StackResult) -> dict[str, int]:
    """Return the place of each resource of a template in the order in which Heat creates them."""
    graph = dependency_graph(new)
    needs: dict[str, list[str]] = {}
    for edge in graph.edges:
        needs.setdefault(edge.source, []).append(edge.target)
    rank: dict[str, int] = {}
    for _ in new.context.template.resources:  # as deep as dependencies go, at the most
        before = dict(rank)
        for name in new.context.template.resources:
            rank[name] = max((rank.get(need, 0) + 1 for need in needs.get(name, ()) if need != name), default=0)
        if rank == before:
            break
    return rank


def _unavailable(changes: Iterable[ResourceChange]) -> Iterator[tuple[str, str]]:
    for change in changes:
        if change.type == "OS::Nova::Server" and change.action == "replace":
            yield change.name, "until its replacement has started"
        if change.action != "update":
            continue
        for item in change.properties:
            when = _INTERRUPTED.get((change.type, item.name))
            if when is not None:
                yield change.name, when
