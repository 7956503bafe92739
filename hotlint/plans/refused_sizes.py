"""Sizes that services refuse, by what runs: a volume or a disk of a server that would get smaller."""

from __future__ import annotations

from hotlint.cloud.facts import CloudFacts
from hotlint.dry_run.changes import ResourceChange
from hotlint.language.values import Value
from hotlint.plans.model import RecordedResource, RecordedStack
from hotlint.plans.shown_attributes import shown_attribute


def with_refused_sizes(
    stack: RecordedStack, changes: tuple[ResourceChange, ...], cloud: CloudFacts | None
) -> tuple[ResourceChange, ...]:
    """Return changes, with those of sizes that a service refuses. `cloud` are facts of the cloud, None without any."""
    return tuple(_judged(change, stack.at(change.path), cloud) for change in changes)


def _judged(change: ResourceChange, runs: RecordedResource | None, cloud: CloudFacts | None) -> ResourceChange:
    if change.action != "update" or change.fails or runs is None:
        return change
    changed = {item.name: (item.old, item.new) for item in change.properties}
    why = ""
    if change.type == "OS::Cinder::Volume" and "size" in changed:
        why = _smaller_volume(shown_attribute(runs, "size"), changed["size"][1])
    elif change.type == "OS::Nova::Server" and "flavor" in changed and cloud is not None:
        why = _smaller_disk(*changed["flavor"], runs, cloud)
    return change._replace(fails=why) if why else change


def _smaller_volume(now: Value, wanted: Value) -> str:
    """Return why Heat does not change the size of a volume: it asks Cinder how large the volume is now."""
    size = int(now) if isinstance(now, str) and now.isdecimal() else now
    is_smaller = isinstance(size, int) and isinstance(wanted, int) and wanted < size
    return f"Heat makes no volume smaller, and this one has {size} GiB by now" if is_smaller else ""


def _smaller_disk(old: Value, new: Value, runs: RecordedResource, cloud: CloudFacts) -> str:
    """Return why Nova does not resize a server that boots from an image.

    Nova keeps the disk of the flavor that a server was created with as the least that its image needs.
    """
    if not (runs.properties or {}).get("image"):
        return ""
    found = [cloud.find("nova.flavor", flavor) for flavor in (old, new) if isinstance(flavor, str)]
    disks = [flavors[0].entry.get("disk") for flavors in found if len(flavors) == 1]
    before, after = disks if len(disks) == 2 else (None, None)
    if not isinstance(before, int) or not isinstance(after, int) or after >= before:
        return ""
    if after == 0:
        return f"Nova resizes no server to a flavor without a disk, and '{new}' has none"
    is_first = runs.status.startswith("CREATE_")
    return f"Nova makes no disk smaller, and '{new}' has {after} GiB, '{old}' {before} GiB" if is_first else ""
