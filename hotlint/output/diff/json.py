"""A difference as JSON: {"summary", "refused", "costs", "resources": [...], "outputs": [...]}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hotlint.dry_run.changes import StackDiff
from hotlint.dry_run.display import known_parts
from hotlint.language.values import OMITTED, Value
from hotlint.output.preview.json import dumped


def render(found: StackDiff) -> str:
    """The whole difference; a property that is not given on a side has no value there."""
    return dumped(document(found))


def document(found: StackDiff, ids: Mapping[tuple[str, ...], str] = {}) -> dict[str, Any]:
    """The difference as data. `ids` are those of resources that exist, by path."""
    return {
        "summary": found.counts(),
        "refused": list(found.refused),
        "costs": {
            "unavailable": [{"resource": name, "when": when} for name, when in found.costs.unavailable],
            "lost": list(found.costs.lost),
            "order": list(found.costs.order),
        },
        "resources": [
            {
                "path": list(change.path), "type": change.type, "action": change.action, "why": change.why,
                "idle": change.idle, "fails": change.fails, **({"id": ids[change.path]} if change.path in ids else {}),
                "properties": [
                    {"name": p.name, "action": p.action, "why": p.why, **_sides(p.old, p.new)} for p in change.properties
                ],
            }
            for change in found.changes
        ],
        "outputs": [{"name": o.name, "sure": o.sure, **_sides(o.old, o.new)} for o in found.outputs],
    }  # fmt: skip


def _sides(old: Value, new: Value) -> dict[str, Any]:
    return {side: known_parts(value) for side, value in (("old", old), ("new", new)) if value is not OMITTED}
