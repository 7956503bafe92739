"""Changes of an update that fail half way, by what runs.

A service has lost a thing or refuses a size, or the environment restricts what Heat may do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from hotlint import heat_types
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import EnvironmentFile, to_plain
from hotlint.cloud.facts import CloudFacts
from hotlint.dry_run.changes import ResourceChange
from hotlint.dry_run.failing_changes import refused_beside
from hotlint.dry_run.results import every_result
from hotlint.dry_run.stack_preview import Preview
from hotlint.plans.lost_references import with_lost_references
from hotlint.plans.model import RecordedResource, RecordedStack
from hotlint.plans.shown_attributes import shown_attribute
from hotlint.plans.statuses import is_gone, is_never_updated, is_stuck
from hotlint.stacks.records import MadeResource
from hotlint.stacks.update import RunningThing

if TYPE_CHECKING:
    from hotlint.heat_types.base import Staying

_STUCK: Final = "it failed, and Heat breaks off at it: mark it unhealthy first, so that Heat replaces it"
"""`openstack stack resource mark unhealthy` sets the status to CHECK_FAILED, after which Heat does not look the thing up."""

Changes = tuple[ResourceChange, ...]
Entries = Mapping[str, Any]


def with_failures(stack: RecordedStack, changes: Changes, new: Preview) -> Changes:
    """Return the changes of an update, with the reason in `fails` of those that fail.

    `new` is the dry run of the new template.
    """
    changes = tuple(_of_gone(stack, change) for change in changes)
    cloud = new.context.catalog.cloud
    changes = tuple(_of_service(change, stack.at(change.path), cloud) for change in changes)
    changes = _with_what_is_needed(stack, _with_held_volumes(stack, _beside_older(stack, changes, new), new))
    return _with_restrictions(with_lost_references(stack, changes, new), new.context)


def _of_gone(stack: RecordedStack, change: ResourceChange) -> ResourceChange:
    """Return a change, which fails where it updates what the service does not have any more."""
    resource = stack.at(change.path) if not change.fails else None
    if resource is not None and change.action in ("update", "replace") and is_stuck(resource):
        return change._replace(action="update", why="", idle=False, fails=_STUCK)
    resource = resource if change.action in ("unknown", "update") else None
    if resource is not None and is_never_updated(resource):
        return change._replace(
            action="update", idle=False, fails="Heat has not made this stack, and updates it: remove the resource first"
        )
    inner = resource.stack if resource is not None and not stack.status.startswith("SUSPEND_") else None
    if inner is not None and inner.status.startswith("SUSPEND_"):
        return change._replace(
            idle=False, fails="its stack is suspended, and Heat updates none: resume the stack first"
        )
    if resource is None or change.action == "unknown" or change.idle or not is_gone(resource):
        return change
    return change._replace(fails="it was deleted outside of Heat, which finds nothing to update")


def _of_service(change: ResourceChange, runs: RecordedResource | None, cloud: CloudFacts | None) -> ResourceChange:
    """Return a change, which fails where a service refuses it for what the thing is by now."""
    if change.action != "update" or change.fails or runs is None:
        return change
    changed = {item.name: (item.old, item.new) for item in change.properties}
    why = heat_types.of(change.type).fails_by_now(changed, _thing(runs, change.path), cloud)
    return change._replace(fails=why) if why else change


def _thing(runs: RecordedResource, path: tuple[str, ...]) -> RunningThing:
    """Return what a service has for a resource at a path."""
    is_as_created = (runs.stored or runs.status).startswith("CREATE_")
    place, shown = ".".join(path), partial(shown_attribute, runs)
    return RunningThing(shown, runs.properties or {}, is_as_created, place, runs.id)


def _with_what_is_needed(stack: RecordedStack, changes: Changes) -> Changes:
    """Return changes, with those that take away what a thing needs that stays in any stack of the deployment."""
    leave = {change.path for change in changes if change.action in ("delete", "replace")}
    changed = {change.path for change in changes if not change.idle}

    def staying(kind: str) -> Iterator[RunningThing]:
        for path, runs in stack.walk():
            if (
                runs.type == kind
                and path not in changed
                and not any(path[:n] in leave for n in range(1, len(path) + 1))
            ):
                yield _thing(runs, path)

    return tuple(_needed(stack, change, staying) for change in changes)


def _needed(stack: RecordedStack, change: ResourceChange, staying: Staying) -> ResourceChange:
    runs = stack.at(change.path) if change.action in ("delete", "replace", "update") and not change.fails else None
    changed = {item.name: item.new for item in change.properties} if change.action == "update" else {}
    if runs is None or (change.action == "update" and not changed):
        return change
    why = heat_types.of(change.type).why_needed_now(_thing(runs, change.path), changed, staying)
    return change._replace(fails=why) if why else change


def _beside_older(stack: RecordedStack, changes: Changes, new: Preview) -> Changes:
    """Return changes, with new resources that fail beside one which an update that failed has replaced: it still exists."""
    made = {c.path for c in changes if c.action in ("add", "replace") and not c.fails}
    fails: dict[tuple[str, ...], str] = {}
    for found in every_result(new.resources()) if made else ():
        path = stack.named(found.record.address)
        runs = stack.at(path) if path in made else None
        for older in runs.older if runs is not None and runs.type == found.record.type else ():
            sides = (
                MadeResource(older.name, found.record.stack, older.type, dict(older.properties or {})),
                found.record,
            )
            if why := refused_beside(*sides):
                fails[path] = f"{why}; it is left of an update that failed, so delete it by hand ({older.id})"
    return tuple(change._replace(fails=fails.get(change.path, change.fails)) for change in changes)


def _with_held_volumes(stack: RecordedStack, changes: Changes, new: Preview) -> Changes:
    """Return changes, with replacements that fail since the old server or attachment still has a volume of the new one."""
    replaced = {c.path: heat_types.of(c.type).holds for c in changes if c.action == "replace" and not c.fails}
    if not replaced:
        return changes
    single = {r.id: r.name for r in stack.every() if heat_types.of(r.type).is_held_once(r.attributes)}
    fails: dict[tuple[str, ...], str] = {}
    for found in every_result(new.resources()):
        path = stack.named(found.record.address)
        runs = stack.at(path) if path in replaced and found.enabled is not False else None
        holds = replaced.get(path)
        held = (
            holds(runs.properties or {}) & holds(found.record.properties or {}) if runs is not None and holds else set()
        )
        names = [single[id_] for id_ in sorted(held) if id_ in single]
        if names:
            held_by = heat_types.of(found.record.type).holder
            fails[path] = (
                f"the old {held_by} still has volume '{names[0]}': Heat deletes that {held_by} only afterwards"
            )
    return tuple(change._replace(fails=fails.get(change.path, change.fails)) for change in changes)


def _with_restrictions(changes: Changes, new: TemplateContext) -> Changes:
    """Return changes, with those that fail where the environment of the new template restricts them.

    Heat decides what to do with a resource first, and then fails where that is restricted (`_check_restricted_actions` in
    heat/engine/resource.py). A deletion is never restricted.
    """
    entries: Entries = {}
    for file in new.environment.files:
        found = EnvironmentFile(new.project.document(file)).entries("resource_registry").get("resources")
        plain = to_plain(found.value) if found is not None else None
        entries = _merged(entries, plain) if isinstance(plain, dict) else entries
    return tuple(_restricted(change, entries) for change in changes) if entries else changes


def _restricted(change: ResourceChange, entries: Entries) -> ResourceChange:
    """Return a change, which fails where the entries for single resources restrict it."""
    for outer in change.path[:-1]:
        entries = {name: value for each in _matching(entries, outer) for name, value in each.items()}
    actions = {action for each in _matching(entries, change.path[-1]) for action in _listed(each)}
    if change.action not in actions or change.fails:
        return change
    noun = "an update in place" if change.action == "update" else "its replacement"
    return change._replace(fails=f"the environment restricts {noun} (restricted_actions)", idle=False)


def _matching(entries: Entries, name: str) -> Iterable[Entries]:
    found = (value for pattern, value in entries.items() if fnmatchcase(name, str(pattern)))
    return [value for value in found if isinstance(value, Mapping)]


def _listed(entry: Entries) -> list[str]:
    actions = entry.get("restricted_actions")
    return [actions] if isinstance(actions, str) else [str(a) for a in actions] if isinstance(actions, list) else []


def _merged(one: Entries, other: Entries) -> Entries:
    """Return the entries of two files: later ones take precedence, in mappings entry by entry."""
    both = {**one, **other}
    nested = {n: _merged(one[n], v) for n, v in other.items() if isinstance(v, dict) and isinstance(one.get(n), dict)}
    return both | nested
