"""A plan as JSON: that of a diff, with {"stack": {...}, "notes": [...]} and the ids of resources that exist."""

from __future__ import annotations

from hotlint.output.diff.json import document
from hotlint.output.preview.json import dumped
from hotlint.plans.planner import Plan


def render(found: Plan) -> str:
    """The whole plan."""
    stack = found.stack
    return dumped(
        {
            "stack": {"name": stack.name, "id": stack.id, "status": stack.status, "recorded": stack.recorded},
            "notes": list(found.notes),
            **document(found.diff, found.ids),
        }
    )
