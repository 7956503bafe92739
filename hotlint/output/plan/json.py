"""A plan as JSON: that of a diff, with the stack, notes, drift, and the ids of resources that exist."""

from __future__ import annotations

from typing import Any

from hotlint.output.diff.json import document
from hotlint.output.preview.json import dumped
from hotlint.plans.planner import Plan


def render(found: Plan) -> str:
    """The whole plan."""
    return dumped(document_of(found))


def document_of(found: Plan) -> dict[str, Any]:
    """The whole plan as data."""
    stack = found.stack
    return {
        "stack": {"name": stack.name, "id": stack.id, "status": stack.status, "recorded": stack.recorded},
        "notes": list(found.notes),
        "drift": [
            {
                "path": list(each.path), "type": each.type, "id": each.id, "gone": not each.properties,
                "properties": [
                    {"name": p.name, "stack": found.redactor(p.stored), "cloud": found.redactor(p.shown)}
                    for p in each.properties
                ],
            }
            for each in found.drift
        ],
        **document(found.diff, found.ids),
    }  # fmt: skip
