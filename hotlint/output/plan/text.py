"""A plan for the terminal: the stack, what happens to each resource, and why."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.output.diff.text import render as render_diff
from hotlint.output.diff.values import one_line
from hotlint.plans.planner import Plan


def render(found: Plan) -> str:
    """The stack and what to know of it, then the changes as in a diff, with the ids of what is lost."""
    lines = [headline(found), *(f"note: {note}" for note in found.notes), "", *_drift(found)]
    return "\n".join(lines) + "\n" + render_diff(found.diff, found.ids)


def _drift(found: Plan) -> Iterator[str]:
    """The lines of what differs in the cloud."""
    for each in found.drift:
        what = (
            "differs in the cloud" if each.properties else "is not in the cloud any more: Heat does not create it again"
        )
        yield f"  # {each.name}  {each.type}  {what}  [{each.id}]"
        for item in each.properties:
            stored, shown = (one_line(found.redactor(value)) for value in (item.stored, item.shown))
            yield f"      {item.name}: {stored} in the stack, {shown} in the cloud"
        yield ""


def headline(found: Plan) -> str:
    """The sentence that says which stack, in which state."""
    stack = found.stack
    count = stack.size()
    recorded = f", recorded {stack.recorded}" if stack.recorded else ""
    return f"stack {stack.name} ({stack.id}), {stack.status}, {count} resource{'' if count == 1 else 's'}{recorded}"
