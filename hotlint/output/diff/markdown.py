"""A difference as Markdown, made to be a comment on a merge request: a sentence, a table, and the details folded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hotlint.dry_run.changes import OutputChange, ResourceChange, StackDiff
from hotlint.language.values import OMITTED
from hotlint.output.diff.text import SIGNS, summary
from hotlint.output.diff.values import lines_between, one_line
from hotlint.output.markdown import code, plain

LIMIT = 60_000
"""Characters of a comment: GitHub takes 65,536."""
WORDS = {
    "add": "create", "delete": "**delete**", "replace": "**replace**", "update": "update in place",
    "unknown": "may change", "refuse": "**refused**",
}  # fmt: skip


def render(found: StackDiff, title: str = "### What this does to the stack", notes: Sequence[str] = ()) -> str:
    """The comment. Folds that would make it too long are left out, which is said. `notes` follow its title."""
    lines = [title, "", *notes, *([""] if notes else []), summary(found), ""]
    costs = found.costs.sentences()
    lines += [*(f"- {plain(sentence)}" for sentence in costs), *([""] if costs else [])]
    if found.refused:
        lines += [*(f"- {plain(reason)}" for reason in found.refused), ""]
    if found.effective:
        lines += ["| | Resource | Heat would | Why |", "|---|---|---|---|", *map(_row, found.effective), ""]
    if found.outputs:
        lines += ["Outputs:", "", *map(_output, found.outputs), ""]
    used = sum(map(len, lines))
    for change in found.effective:
        fold = list(_fold(change))
        used += sum(map(len, fold))
        if used > LIMIT:
            lines += ["More is left out, as this comment would be too long.", ""]
            break
        lines += fold
    return "\n".join(lines)


def _row(change: ResourceChange) -> str:
    """A row that is narrow enough for a panel next to a text: the type is below the name."""
    named = f"{code(change.name)}<br>{plain(change.type)}"
    why = "; ".join(filter(None, (plain(change.why), change.fails and f"**fails**: {plain(change.fails)}")))
    return f"| `{SIGNS[change.action]}` | {named} | {WORDS[change.action]} | {why} |"


def _output(output: OutputChange) -> str:
    """A line of a list, which is broken where it is too long, other than one of a table."""
    old, new = (code(one_line(value)) for value in (output.old, output.new))
    if old == new and not output.sure:
        return f"- {code(output.name)} may change: {new}"
    return f"- {code(output.name)}: {old} → {new}{'' if output.sure else ', perhaps: it is not wholly known'}"


def _fold(change: ResourceChange) -> Iterator[str]:
    """The properties of one resource."""
    if not change.properties:
        return
    yield f"<details><summary><code>{_html(change.name)}</code>: {len(change.properties)} changed</summary>"
    yield ""
    body = []
    for item in change.properties:
        note = f"  # {item.why}" if item.why else ""
        lines = lines_between(item.old, item.new)
        body.append(f"  {item.name}:{note}")
        if lines is not None:
            body += lines
            continue
        body += [f"-   {one_line(item.old)}"] if item.old is not OMITTED else []
        body += [f"+   {one_line(item.new)}"] if item.new is not OMITTED else []
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", "\n".join(body))), 3)
    yield f"{fence}diff"
    yield from body
    yield fence
    yield ""
    yield "</details>"
    yield ""


def _html(text: str) -> str:
    from html import escape

    return escape(text)
