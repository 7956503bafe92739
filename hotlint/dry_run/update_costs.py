"""What an update costs: what is unavailable while it runs, what is lost, and in which order Heat replaces.

Heat creates all replacements first, each after what it depends on, and deletes the old resources at the end, the other way
round (heat/engine/convergence).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from hotlint import heat_types
from hotlint.dry_run.changes import QuotaChange, ResourceChange, StackDiff, UpdateCosts
from hotlint.dry_run.definitions import field_value
from hotlint.dry_run.dependency_graph import dependency_graph
from hotlint.dry_run.expansion import ExpandedResource, TemplateStack
from hotlint.dry_run.quota_sum import cloud_flavors, made_flavors
from hotlint.dry_run.results import StackResult, every_result
from hotlint.heat_types.quotas import Flavors, Named

Path = tuple[str, ...]


def with_costs(
    diff: StackDiff, old: StackResult, new: StackResult, named: Callable[[Path], Path] = lambda path: path
) -> StackDiff:
    """Return a difference with what the update costs, by the templates before and after it. A refused update costs nothing.

    `named` returns the path of a change to a resource of a template.
    """
    if diff.refused:
        return diff
    diff = diff._replace(changes=tuple(_with_policy(change, old) for change in diff.changes))
    gone = [c for c in diff.effective if c.action in ("replace", "delete") and not _policy_that_keeps(c, old)]
    lost = tuple(f"{what} '{change.name}'" for change in gone if (what := heat_types.of(change.type).lost_when_gone))
    replaced = [change.name for change in diff.effective if change.action == "replace"]
    rank = _rank(new) if len(replaced) > 1 else {}
    order = sorted(replaced, key=lambda name: rank.get(name.partition(".")[0], 0))
    quota = tuple(_quota(diff.effective, _taken(old, named), _taken(new, named)))
    return diff._replace(costs=UpdateCosts(tuple(_unavailable(diff.effective)), lost, tuple(order), quota))


def _taken(side: StackResult, named: Callable[[Path], Path]) -> Callable[[Path], dict[Named, int]]:
    """Return what finds what the resource at a path takes of quotas; nothing of what is not known."""
    found = {named(result.record.address): result for result in every_result(side.resources())}
    made: dict[int, dict[str, Mapping[str, Any]]] = {}  # the flavors of each stack, by its identity

    def flavors(record: ExpandedResource) -> Flavors:
        stack = record.stack
        if id(stack) not in made:
            made[id(stack)] = made_flavors(stack) if isinstance(stack, TemplateStack) else {}
        return cloud_flavors(record.context.catalog.cloud, made[id(stack)])

    def taken(path: Path) -> dict[Named, int]:
        result = found.get(path)
        if result is None or result.enabled is False:
            return {}
        costs = heat_types.of(result.record.type).costs(result.record.properties or {}, flavors(result.record))
        return {cost.quota: cost.amount for cost in costs if cost.amount is not None}

    return taken


def _quota(
    changes: Iterable[ResourceChange],
    before: Callable[[Path], dict[Named, int]],
    after: Callable[[Path], dict[Named, int]],
) -> Iterator[QuotaChange]:
    """Yield what an update takes of quotas: Heat makes all that is new before it deletes what is old."""
    most: dict[Named, int] = {}
    end: dict[Named, int] = {}
    for change in changes:
        was = {} if change.action == "add" else before(change.path)
        will = {} if change.action == "delete" else after(change.path)
        for quota in {**was, **will}:
            more = will.get(quota, 0) - was.get(quota, 0)
            end[quota] = end.get(quota, 0) + more
            is_twice = change.action == "replace" and not heat_types.of(change.type).gives_way
            most[quota] = most.get(quota, 0) + (will.get(quota, 0) if is_twice else max(more, 0))
    for quota, amount in most.items():
        during = amount or end[quota]
        if during or end[quota]:
            yield QuotaChange(quota[1].replace("_", " "), during, end[quota])


def _with_policy(change: ResourceChange, old: StackResult) -> ResourceChange:
    """Return a deletion with what stays in the cloud, by its deletion policy or its type; any other change as it is."""
    is_plain = change.action == "delete" and not change.why
    policy = _policy_that_keeps(change, old) if is_plain else ""
    stays = {
        "Retain": "its deletion policy Retain keeps it in the cloud",
        "Snapshot": "its deletion policy keeps a snapshot",
    }
    why = stays[policy] if policy else heat_types.of(change.type).remains if is_plain else ""
    return change._replace(why=why) if why else change


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
        known = heat_types.of(change.type)
        if change.action == "replace" and known.unavailable_when_replaced:
            yield change.name, known.unavailable_when_replaced
        for item in change.properties if change.action == "update" else ():
            if item.name in known.interrupted_by:
                yield change.name, known.interrupted_by[item.name]
