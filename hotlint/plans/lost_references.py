"""Resources that refer to something that people deleted by hand, so that Heat cannot update them.

Heat looks up some properties by name or id whenever it compares a resource (`translation_rules` of the types, `_needs_update` in
heat/engine/resource.py): without the thing, even a resource that stays unchanged fails. Others it validates in an update.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint import heat_types
from hotlint.dry_run.changes import ResourceChange
from hotlint.dry_run.expansion import ExpandedResource
from hotlint.dry_run.results import StackResult, every_result
from hotlint.heat_types.cloud_values import cloud_values
from hotlint.plans.model import RecordedStack
from hotlint.plans.statuses import exists, is_gone
from hotlint.resource_types.catalog import ResourceType

Path = tuple[str, ...]


def with_lost_references(
    stack: RecordedStack, changes: tuple[ResourceChange, ...], new: StackResult
) -> tuple[ResourceChange, ...]:
    """Return the changes of an update, with those that fail since they refer to what was deleted by hand."""
    gone = {r.id: r.name for r in stack.every() if r.id and is_gone(r)}
    if not gone:
        return changes
    found = {change.path: change for change in changes}
    for resource in every_result(new.resources()):
        if resource.enabled is False:
            continue
        path = stack.named(resource.record.address)
        change = found.get(path)
        is_changed = change is not None and not change.idle and change.action in ("add", "replace", "update")
        lost = next(_lost(resource.record, gone, is_changed), None)
        if lost is None or (change is not None and change.fails):
            continue
        if change is not None and is_changed:
            found[path] = change._replace(fails=lost)
        elif (runs := stack.at(path)) is not None and exists(runs):
            found[path] = ResourceChange(path, resource.type or runs.type, "update", "", fails=lost)
            _mark_around(found, stack, path)
    order = {path: number for number, path in enumerate(found)}
    return tuple(sorted(found.values(), key=lambda c: [order.get(c.path[: n + 1], 0) for n in range(len(c.path))]))


def _lost(resource: ExpandedResource, gone: Mapping[str, str], is_changed: bool) -> Iterator[str]:
    """Yield why Heat cannot update a resource; all properties count where it is changed."""
    kind = resource.kind.type
    if resource.kind.location is not None or not isinstance(kind, ResourceType):
        return
    for value in cloud_values(kind, resource.properties or {}):
        steps = tuple(str(step) for step in value.path if not isinstance(step, int))
        if value.value in gone and (is_changed or steps in heat_types.of(kind.name).looked_up):
            yield f"Heat looks for '{gone[value.value]}', its {steps[-1]}, which was deleted outside of Heat"


def _mark_around(found: dict[Path, ResourceChange], stack: RecordedStack, path: Path) -> None:
    """Let the stacks around a resource that changes count as changed."""
    for length in range(1, len(path)):
        around = found.get(path[:length])
        if around is None or around.idle:
            runs = stack.at(path[:length])
            type_ = around.type if around is not None else runs.type if runs is not None else "?"
            found[path[:length]] = ResourceChange(path[:length], type_, "update", "its nested stack changes")
