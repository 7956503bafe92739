"""Render the plan of an update, or of all deployments: text for the terminal, JSON, and Markdown for a comment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hotlint.common.counts import counted
from hotlint.common.printable import dumped
from hotlint.common.printable import markdown_code as code
from hotlint.common.printable import markdown_text as plain
from hotlint.output import diff
from hotlint.output.diff import document, one_line
from hotlint.plans.drift import Drift
from hotlint.plans.planner import EnvironmentPlans, Plan


def render_text(found: Plan) -> str:
    """The stack and what to know of it, then the changes as in a diff, with the ids of what is lost."""
    lines = [headline(found), *(f"note: {note}" for note in found.notes), "", *_drift(found)]
    return "\n".join(lines) + "\n" + diff.render_text(found.diff, found.ids)


def _drift(found: Plan) -> Iterator[str]:
    """The lines of what differs in the cloud."""
    for each in found.drift:
        yield f"  # {each.name}  {each.type}  {_differs(each)}  [{each.id}]"
        for item in each.properties:
            stored, shown = (one_line(found.shown(each.path, item.name, value)) for value in (item.stored, item.shown))
            yield f"      {item.name}: {stored} in the stack, {shown} in the cloud"
        yield ""


def _differs(each: Drift) -> str:
    return "differs in the cloud" if each.properties else "is not in the cloud any more: Heat does not create it again"


def headline(found: Plan) -> str:
    """The sentence that says which stack, in which state."""
    stack = found.stack
    count = stack.size()
    recorded = f", recorded {stack.recorded}" if stack.recorded else ""
    return f"stack {stack.name} ({stack.id}), {stack.status}, {counted(count, 'resource')}{recorded}"


def render_json(found: Plan) -> str:
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
                    {"name": p.name, "stack": found.shown(each.path, p.name, p.stored), "cloud": found.shown(each.path, p.name, p.shown)}
                    for p in each.properties
                ],
            }
            for each in found.drift
        ],
        **document(found.diff, found.ids),
    }  # fmt: skip


def render_markdown(found: Plan) -> str:
    """The comment: the stack, what to know of it, and the changes as in a diff."""
    title = f"### What this does to the stack {plain(found.stack.name)}"
    notes = [plain(headline(found)), *(f"- {plain(note)}" for note in found.notes)]
    return diff.render_markdown(found.diff, title, [*notes, *_drift_items(found)])


def _drift_items(found: Plan) -> Iterator[str]:
    for each in found.drift:
        sides = [
            (p.name, *(code(one_line(found.shown(each.path, p.name, v))) for v in (p.stored, p.shown)))
            for p in each.properties
        ]
        changes = "; ".join(f"{name}: {stored} → {shown}" for name, stored, shown in sides)
        yield f"- {code(each.name)} ({plain(each.type)}) {_differs(each)}{f': {changes}' if changes else ''}"


def render_several(found: EnvironmentPlans, form: str) -> str:
    """All plans in a format: text, json or markdown."""
    if form == "json":
        plans = {name: document_of(plan) for name, plan in found.plans.items()}
        return dumped({"plans": plans, "absent": list(found.absent), "problems": dict(found.problems)})
    render = render_markdown if form == "markdown" else render_text
    parts = [render(plan) for plan in found.plans.values()]
    return "\n".join([*parts, *_summary(found)]) + "\n"


def _summary(found: EnvironmentPlans) -> list[str]:
    """The sentences at the end: how many stacks change, and what is not planned."""
    refused = [name for name, plan in found.plans.items() if plan.diff.refused]
    changing = [name for name, plan in found.plans.items() if plan.diff.effective and name not in refused]
    count = len(found.plans)
    lines = [f"{counted(count, 'stack')}: {_listed(changing) or 'none'} would change."]
    lines += [f"Heat refuses the update of {_listed(refused)}."] if refused else []
    lines += [f"No stack of this name exists: {_listed(found.absent)}."] if found.absent else []
    return lines + [f"'{name}' cannot be planned: {why}" for name, why in found.problems.items()]


def _listed(names: list[str] | tuple[str, ...]) -> str:
    return ", ".join(f"'{name}'" for name in names)
