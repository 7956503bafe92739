"""A plan as Markdown, made to be a comment on a merge request."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.output.diff.markdown import render as render_diff
from hotlint.output.diff.values import one_line
from hotlint.output.markdown import code, plain
from hotlint.output.plan.text import headline
from hotlint.plans.planner import Plan


def render(found: Plan) -> str:
    """The comment: the stack, what to know of it, and the changes as in a diff."""
    title = f"### What this does to the stack {plain(found.stack.name)}"
    notes = [plain(headline(found)), *(f"- {plain(note)}" for note in found.notes)]
    return render_diff(found.diff, title, [*notes, *_drift(found)])


def _drift(found: Plan) -> Iterator[str]:
    for each in found.drift:
        what = (
            "differs in the cloud" if each.properties else "is not in the cloud any more: Heat does not create it again"
        )
        sides = [(p.name, *(code(one_line(found.redactor(v))) for v in (p.stored, p.shown))) for p in each.properties]
        changes = "; ".join(f"{name}: {stored} → {shown}" for name, stored, shown in sides)
        yield f"- {code(each.name)} ({plain(each.type)}) {what}{f': {changes}' if changes else ''}"
