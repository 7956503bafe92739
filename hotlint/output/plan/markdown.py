"""A plan as Markdown, made to be a comment on a merge request."""

from __future__ import annotations

from hotlint.output.diff.markdown import render as render_diff
from hotlint.output.markdown import plain
from hotlint.output.plan.text import headline
from hotlint.plans.planner import Plan


def render(found: Plan) -> str:
    """The comment: the stack, what to know of it, and the changes as in a diff."""
    title = f"### What this does to the stack {plain(found.stack.name)}"
    return render_diff(found.diff, title, [plain(headline(found)), *(f"- {plain(note)}" for note in found.notes)])
