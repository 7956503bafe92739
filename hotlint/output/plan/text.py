"""A plan for the terminal: the stack, what happens to each resource, and why."""

from __future__ import annotations

from hotlint.output.diff.text import render as render_diff
from hotlint.plans.planner import Plan


def render(found: Plan) -> str:
    """The stack and what to know of it, then the changes as in a diff, with the ids of what is lost."""
    lines = [headline(found), *(f"note: {note}" for note in found.notes), ""]
    return "\n".join(lines) + "\n" + render_diff(found.diff, found.ids)


def headline(found: Plan) -> str:
    """The sentence that says which stack, in which state."""
    stack = found.stack
    count = stack.size()
    recorded = f", recorded {stack.recorded}" if stack.recorded else ""
    return f"stack {stack.name} ({stack.id}), {stack.status}, {count} resource{'' if count == 1 else 's'}{recorded}"
