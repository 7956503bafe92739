"""Snapshots as files: one YAML text that people read, comment and commit."""

from __future__ import annotations

from textwrap import indent
from typing import Any

from hotlint.cloud.errors import CloudError
from hotlint.cloud.snapshot import Snapshot

_TYPES = ("resource_types", "unavailable_types")
"""Lists with a line for each item, for readers of differences."""
_HEADER = """\
# What the cloud '{cloud}' has, as `hotlint cloud snapshot --cloud {cloud}` found it. Comments are kept by --refresh.
"""


def snapshot_text(found: Snapshot) -> str:
    """Return a snapshot as the text of a new file."""
    from hotlint.syntax.yaml_writer import dump

    heat = found.get("heat", {})
    rest = {
        name: value
        for name, value in found.items()
        if name not in ("snapshot", "cloud", "region", "project", "role", "services", "heat")
    }
    first = {name: found[name] for name in found if name not in rest and name != "heat"}
    text = _HEADER.format(cloud=found["cloud"]) + dump(first)
    if heat:
        names = [*(name for name in heat if name not in _TYPES), *(name for name in _TYPES if name in heat)]
        parts = [dump({name: heat[name]}, compact=name == "versions") for name in names]
        text += "heat:\n" + indent("".join(parts), "  ")
    return text + (dump(rest, compact=True) if rest else "")


def refreshed_text(text: str, found: Snapshot) -> str:
    """Return the text of a snapshot file with what a cloud has now. Its order and its comments stay.

    A section that could not be read this time stays as well, and so do limits that the cloud does not tell. Raises CloudError
    for a text that is no snapshot.
    """
    from hotlint.cloud.snapshot_reader import plain_snapshot
    from hotlint.syntax.yaml_refresh import refreshed

    before = plain_snapshot(text)
    result = refreshed(text, kept(before, found))
    if result is None:
        raise CloudError("the snapshot cannot be refreshed: its YAML is not as hotlint writes it")
    return result


def kept(before: Snapshot, found: Snapshot) -> Snapshot:
    """Return a new snapshot with what only the earlier one has: sections that were not read, and limits given by hand."""
    merged: Snapshot = dict(found)
    for name, value in before.items():
        if name not in merged and name != "notes":
            merged[name] = value
    old_quotas: dict[str, Any] = before.get("quotas") or {}
    merged_quotas: dict[str, Any] = {**old_quotas, **(found.get("quotas") or {})}
    for service, counts in old_quotas.items():
        counted = merged_quotas[service]
        if counted is counts or not isinstance(counts, dict):
            continue
        known = {name: {**_limit(counts.get(name)), **count} for name, count in counted.items()}
        merged_quotas[service] = known
    if merged_quotas:
        merged["quotas"] = merged_quotas
    merged["heat"] = {**(before.get("heat") or {}), **(found.get("heat") or {})}
    return {name: value for name, value in merged.items() if value != {}}


def _limit(count: Any) -> dict[str, Any]:
    return {"limit": count["limit"]} if isinstance(count, dict) and "limit" in count else {}
