"""Changes of an update that fail half way, by what runs.

A service has lost a thing or refuses a size, or the environment restricts what Heat may do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Any

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import EnvironmentFile, to_plain
from hotlint.cloud.facts import CloudFacts
from hotlint.dry_run.changes import ResourceChange
from hotlint.dry_run.results import every_result
from hotlint.dry_run.stack_preview import Preview
from hotlint.language.values import Value
from hotlint.plans.lost_references import with_lost_references
from hotlint.plans.model import RecordedResource, RecordedStack
from hotlint.plans.shown_attributes import shown_attribute
from hotlint.plans.statuses import is_gone, is_never_updated

Changes = tuple[ResourceChange, ...]
Entries = Mapping[str, Any]


def with_failures(stack: RecordedStack, changes: Changes, new: Preview) -> Changes:
    """Return the changes of an update, with the reason in `fails` of those that fail.

    `new` is the dry run of the new template.
    """
    changes = tuple(_of_gone(stack, change) for change in changes)
    cloud = new.context.catalog.cloud
    changes = tuple(_of_service(change, stack.at(change.path), cloud) for change in changes)
    changes = _with_held_volumes(stack, changes, new)
    return _with_restrictions(with_lost_references(stack, changes, new), new.context)


def _of_gone(stack: RecordedStack, change: ResourceChange) -> ResourceChange:
    """Return a change, which fails where it updates what the service does not have any more."""
    resource = stack.at(change.path) if change.action in ("unknown", "update") and not change.fails else None
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
    why = ""
    if change.type == "OS::Cinder::Volume" and "volume_type" in changed:
        why = _same_type(shown_attribute(runs, "volume_type"), changed["volume_type"][1], cloud)
    if change.type == "OS::Cinder::Volume" and "size" in changed and not why:
        why = _smaller_volume(shown_attribute(runs, "size"), changed["size"][1])
    elif change.type == "OS::Nova::Server" and "flavor" in changed and cloud is not None:
        why = _smaller_disk(*changed["flavor"], runs, cloud)
    return change._replace(fails=why) if why else change


def _same_type(now: Value, wanted: Value, cloud: CloudFacts | None) -> str:
    """Return why Cinder does not give a volume a type: it has it already.

    Heat does not wait for the end of a change of the type, and takes one for done that fails in Cinder.
    """
    if not isinstance(wanted, str) or not isinstance(now, str):
        return ""
    found = cloud.find("cinder.vtype", wanted) if cloud is not None else ()
    is_same = now == wanted or (len(found) == 1 and found[0].name == now)
    return f"Cinder refuses the type that a volume already has, and this one has '{now}' by now" if is_same else ""


def _smaller_volume(now: Value, wanted: Value) -> str:
    """Return why Heat does not change the size of a volume: it asks Cinder how large the volume is now."""
    size = int(now) if isinstance(now, str) and now.isdecimal() else now
    is_smaller = isinstance(size, int) and isinstance(wanted, int) and wanted < size
    return f"Heat makes no volume smaller, and this one has {size} GiB by now" if is_smaller else ""


def _smaller_disk(old: Value, new: Value, runs: RecordedResource, cloud: CloudFacts) -> str:
    """Return why Nova does not resize a server that boots from an image.

    Nova keeps the disk of the flavor that a server was created with as the least that its image needs.
    """
    stored = runs.properties or {}
    if not stored.get("image"):
        return ""
    flavors = (stored.get("flavor"), new)  # `old` may be redacted
    found = [cloud.find("nova.flavor", flavor) for flavor in flavors if isinstance(flavor, str)]
    disks = [things[0].entry.get("disk") for things in found if len(things) == 1]
    before, after = disks if len(disks) == 2 else (None, None)
    if not isinstance(before, int) or not isinstance(after, int) or after >= before:
        return ""
    if after == 0:
        return f"Nova resizes no server to a flavor without a disk, and '{new}' has none"
    is_first = (runs.stored or runs.status).startswith("CREATE_")
    return f"Nova makes no disk smaller, and '{new}' has {after} GiB, '{old}' {before} GiB" if is_first else ""


def _with_held_volumes(stack: RecordedStack, changes: Changes, new: Preview) -> Changes:
    """Return changes, with replacements of servers that fail since the old server still has a volume of the new one."""
    replaced = {c.path for c in changes if c.type == "OS::Nova::Server" and c.action == "replace" and not c.fails}
    if not replaced:
        return changes
    volumes = (r for r in stack.every() if r.type == "OS::Cinder::Volume")
    single = {r.id: r.name for r in volumes if r.attributes.get("multiattach") is False}
    fails: dict[tuple[str, ...], str] = {}
    for found in every_result(new.resources()):
        path = stack.named(found.record.address)
        runs = stack.at(path) if path in replaced and found.enabled is not False else None
        held = _volumes(runs.properties or {}) & _volumes(found.record.properties or {}) if runs is not None else set()
        names = [single[id_] for id_ in sorted(held) if id_ in single]
        if names:
            fails[path] = f"the old server still has volume '{names[0]}': Heat deletes that server only afterwards"
    return tuple(change._replace(fails=fails.get(change.path, change.fails)) for change in changes)


def _volumes(server: Mapping[str, Value]) -> set[str]:
    """Return the ids of the volumes in the devices of a server."""
    listed = [server.get(name) for name in ("block_device_mapping", "block_device_mapping_v2")]
    devices = [device for each in listed if isinstance(each, list) for device in each if isinstance(device, dict)]
    return {device["volume_id"] for device in devices if isinstance(device.get("volume_id"), str)}


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
