"""What changed between two snapshots of a cloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from hotlint.cloud.sections import SECTIONS
from hotlint.cloud.snapshot import Snapshot

Action = Literal["added", "removed", "changed", "unknown"]


class CloudChange(NamedTuple):
    """One change: something of a `section` was added, removed or changed; `name` and `id` name it.

    Of what changed, `fields` has {field: (old, new)}. "unknown": only one of the snapshots knows the section.
    """

    action: Action
    section: str
    name: str = ""
    id: str = ""
    fields: dict[str, tuple[Any, Any]] = {}


def compare_snapshots(old: Snapshot, new: Snapshot) -> list[CloudChange]:
    """Return what changed from one snapshot to another, in the order of their sections."""
    return [*_heat(old.get("heat", {}), new.get("heat", {})), *_sections(old, new), *_quotas(old, new)]


def _heat(old: dict[str, Any], new: dict[str, Any]) -> Iterator[CloudChange]:
    if old.get("release") != new.get("release"):
        yield CloudChange("changed", "heat", "release", fields={"release": (old.get("release"), new.get("release"))})
    versions = [[{"name": v["version"], **v} for v in heat.get("versions", [])] for heat in (old, new)]
    yield from _entries("versions", *versions)
    types = [[{"name": name} for name in heat.get("resource_types", [])] for heat in (old, new)]
    if ("resource_types" in old) == ("resource_types" in new):
        yield from _entries("resource_types", *types)


def _sections(old: Snapshot, new: Snapshot) -> Iterator[CloudChange]:
    for name in (section.name for section in SECTIONS):
        if name in old and name in new:
            yield from _entries(name, old[name], new[name])
        elif name in old or name in new:
            yield CloudChange("unknown", name, "now" if name in old else "before")


def _entries(section: str, old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Iterator[CloudChange]:
    before, after = ({_key(entry): entry for entry in entries} for entries in (old, new))
    for key in sorted({**before, **after}):
        one, other = before.get(key), after.get(key)
        entry = other or one or {}
        name, own_id = str(entry.get("name", "")), str(entry.get("id") or "")
        if one is None or other is None:
            yield CloudChange("removed" if other is None else "added", section, name, own_id)
        elif one != other:
            fields = {k: (one.get(k), other.get(k)) for k in {**one, **other} if one.get(k) != other.get(k)}
            yield CloudChange("changed", section, name, own_id, fields)


def _key(entry: dict[str, Any]) -> tuple[str, str]:
    return str(entry.get("id") or entry.get("name")), str(entry.get("resource"))


def _quotas(old: Snapshot, new: Snapshot) -> Iterator[CloudChange]:
    for service in sorted({**old.get("quotas", {}), **new.get("quotas", {})}):
        before, after = old.get("quotas", {}).get(service, {}), new.get("quotas", {}).get(service, {})
        for name in {**before, **after}:
            one, other = before.get(name, {}), after.get(name, {})
            fields = {k: (one.get(k), other.get(k)) for k in ("limit", "used") if one.get(k) != other.get(k)}
            if fields:
                yield CloudChange("changed", "quotas", f"{service} {name}", fields=fields)


def change_lines(changes: list[CloudChange]) -> Iterator[str]:
    """Yield a line for each change, as `hotlint cloud diff` prints them."""
    marks = {"added": "+", "removed": "-", "changed": "~", "unknown": "?"}
    for change in changes:
        label = change.section.replace("_", " ")
        if change.action == "unknown":
            yield f"? {label}: not known {change.name}"
            continue
        details = "; ".join(f"{k} {_shown(a)} -> {_shown(b)}" for k, (a, b) in change.fields.items())
        own_id = f" ({change.id})" if change.id and change.id != change.name else ""
        yield f"{marks[change.action]} {label}: {change.name}{own_id}{': ' + details if details else ''}"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    return "none" if value is None else "yes" if value is True else "no" if value is False else str(value)
