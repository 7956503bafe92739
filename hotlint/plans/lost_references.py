"""Resources that refer to something that people deleted by hand, so that Heat cannot update them.

Heat looks up some properties by name or id whenever it compares a resource (`translation_rules` of the types, `_needs_update` in
heat/engine/resource.py): without the thing, even a resource that stays unchanged fails. Others it validates in an update.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint import heat_types
from hotlint.dry_run.changes import ResourceChange
from hotlint.dry_run.compared_resource import Side, member_sides, resource_side
from hotlint.dry_run.results import NestedResult, StackResult
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
    for at, side in sides_of(new, ()):
        path = stack.named(at)
        change = found.get(path)
        is_changed = change is not None and not change.idle and change.action in ("add", "replace", "update")
        lost = next(_lost(side, gone, is_changed), None)
        if lost is None or (change is not None and change.fails):
            continue
        if change is not None and is_changed:
            found[path] = change._replace(fails=lost)
        elif (runs := stack.at(path)) is not None and exists(runs):
            found[path] = ResourceChange(path, side.found.type or runs.type, "update", "", fails=lost)
            _mark_around(found, stack, path)
    order = {path: number for number, path in enumerate(found)}
    return tuple(sorted(found.values(), key=lambda c: [order.get(c.path[: n + 1], 0) for n in range(len(c.path))]))


def _lost(side: Side, gone: Mapping[str, str], is_changed: bool) -> Iterator[str]:
    """Yield why Heat cannot update a resource; all properties count where it is changed."""
    kind = side.kind.type
    if side.kind.location is not None or not isinstance(kind, ResourceType):
        return
    for value in cloud_values(kind, side.values):
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


def sides_of(new: StackResult, path: Path) -> Iterator[tuple[Path, Side]]:
    """Yield the resources of a template, and of all templates and groups in it, with their paths."""
    for name, found in new.resources().items():
        if found.enabled is False:
            continue
        side = resource_side(new, found)
        yield (*path, name), side
        yield from _within(found.nested, side, (*path, name))


def _within(nested: NestedResult | None, side: Side, path: Path) -> Iterator[tuple[Path, Side]]:
    if nested is None:
        return
    if nested.preview is not None:
        yield from sides_of(nested.preview, path)
        return
    for name, member in member_sides(side).items():
        yield (*path, name), member
        yield from _within(member.found.nested, member, (*path, name))
