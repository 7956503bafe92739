"""Render a diff: text for the terminal, JSON, and Markdown for a comment on a merge request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from hotlint.common.counts import counted
from hotlint.common.printable import dumped
from hotlint.common.printable import markdown_code as code
from hotlint.common.printable import markdown_text as plain
from hotlint.dry_run.changes import OutputChange, PropertyChange, ResourceChange, StackDiff
from hotlint.dry_run.results import known_parts
from hotlint.language.values import OMITTED, Value, show
from hotlint.syntax.differences import marked

WIDTH = 60
"""Characters of a value on one line."""
CONTEXT = 2
"""Lines around what changes in a long text."""


def one_line(value: Value) -> str:
    """A value in a few words."""
    return "(not given)" if value is OMITTED else show(known_parts(value), WIDTH)


def lines_between(old: Value, new: Value) -> list[str] | None:
    """What changes, line by line, each with "-", "+" or " " before it; None where both fit on one line."""
    if old is OMITTED or new is OMITTED:
        return None
    texts = [_block(value) for value in (old, new)]
    if all(len(text) <= WIDTH and "\n" not in text.rstrip("\n") for text in texts) and all(
        isinstance(known_parts(v), str | int | float | bool | None) for v in (old, new)
    ):
        return None
    return marked(texts[0].splitlines(), texts[1].splitlines(), CONTEXT) or None


def _block(value: Value) -> str:
    known = known_parts(value)
    if isinstance(known, str):
        return known
    from hotlint.syntax.yaml_writer import dump

    return dump(known) if isinstance(known, dict | list) else show(known)


SIGNS = {"add": "+", "delete": "-", "replace": "-/+", "update": "~", "unknown": "?", "refuse": "!"}
WORDS = {
    "add": "is created", "delete": "is deleted", "replace": "is replaced", "update": "is updated in place",
    "unknown": "may change", "refuse": "cannot be updated: Heat refuses it",
}  # fmt: skip


def render_text(found: StackDiff, ids: Mapping[tuple[str, ...], str] = {}) -> str:
    """The changes, and at the end how many there are of each kind. `ids` are those of resources that exist, by path."""
    lines = [f"  ! Heat refuses this update: {reason}" for reason in found.refused]
    lines += [""] if lines else []
    lines += [line for change in found.effective for line in _change(change, ids.get(change.path))]
    if found.outputs:
        lines += ["outputs", *(line for output in found.outputs for line in _output(output)), ""]
    return "\n".join([*lines, " ".join([summary(found), *found.costs.sentences()])]) + "\n"


def summary(found: StackDiff) -> str:
    """All of it in a sentence, or one more where Heat updates nested stacks in which nothing changes."""
    idle = len(found.changes) - len(found.effective)
    more = f" Heat also updates {counted(idle, 'resource')} in which nothing changes." if idle else ""
    counts = found.counts()
    if found.refused:
        return "Heat refuses this update as a whole."
    if not counts:
        return f"No resource changes{', but outputs do' if found.outputs else ''}.{more}"
    words = {"add": "created", "delete": "deleted", "replace": "replaced", "update": "updated in place"}
    words |= {"unknown": "perhaps changed", "refuse": "refused by Heat"}
    parts = ", ".join(f"{n} {words[action]}" for action, n in counts.items())
    failing = ", ".join(f"'{change.name}'" for change in found.failing)
    fails = f" The update fails at {failing}." if failing else ""
    return f"{counted(sum(counts.values()), 'resource')}: {parts}.{fails}{more}"


def _change(change: ResourceChange, physical_id: str | None) -> Iterator[str]:
    why = f" ({change.why})" if change.why else ""
    lost = f"  [{physical_id}]" if physical_id and change.action in ("replace", "delete") else ""
    yield f"{SIGNS[change.action]:>3} {change.name}  {change.type}  {WORDS[change.action]}{why}{lost}"
    if change.fails:
        yield f"      fails: {change.fails}"
    if change.may_fail:
        yield f"      may fail: {change.may_fail}"
    for item in change.properties:
        yield from _property(item, change)
    yield ""


def _own_reason(item: PropertyChange, change: ResourceChange) -> str:
    """Why the property changes more than itself; "" where that is said of its resource."""
    is_clear = item.name in item.why or len(change.properties) == 1
    return "" if is_clear and item.why in change.why.split("; ") else item.why


def _property(item: PropertyChange, change: ResourceChange) -> Iterator[str]:
    why = _own_reason(item, change) or ("" if item.why or item.action == "update" else WORDS[item.action])
    note = f"   # {why}" if why else ""
    lines = lines_between(item.old, item.new)
    if lines is None:
        yield f"      {item.name}: {one_line(item.old)} -> {one_line(item.new)}{note}"
        return
    yield f"      {item.name}:{note}"
    yield from (f"        {line}" for line in lines)


def _output(output: OutputChange) -> Iterator[str]:
    sure = "" if output.sure else "   # perhaps: it is not wholly known"
    yield f"      {output.name}: {one_line(output.old)} -> {one_line(output.new)}{sure}"


def render_json(found: StackDiff) -> str:
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
            "quota": [change._asdict() for change in found.costs.quota],
        },
        "resources": [
            {
                "path": list(change.path), "type": change.type, "action": change.action, "why": change.why,
                "idle": change.idle, "fails": change.fails, "may_fail": change.may_fail,
                **({"id": ids[change.path]} if change.path in ids else {}),
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


LIMIT = 60_000
"""Characters of a comment: GitHub takes 65,536."""
MARKDOWN_WORDS = {
    "add": "create", "delete": "**delete**", "replace": "**replace**", "update": "update in place",
    "unknown": "may change", "refuse": "**refused**",
}  # fmt: skip


def render_markdown(found: StackDiff, title: str = "### What this does to the stack", notes: Sequence[str] = ()) -> str:
    """The comment. Folds that would make it too long are left out, which is said. `notes` follow its title."""
    lines = [title, "", *notes, *([""] if notes else []), summary(found), ""]
    costs = found.costs.sentences()
    lines += [*(f"- {plain(sentence)}" for sentence in costs), *([""] if costs else [])]
    if found.refused:
        lines += [*(f"- {plain(reason)}" for reason in found.refused), ""]
    if found.effective:
        lines += ["| | Resource | Heat would | Why |", "|---|---|---|---|", *map(_row, found.effective), ""]
    if found.outputs:
        lines += ["Outputs:", "", *map(_output_item, found.outputs), ""]
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
    fails = change.fails and f"**fails**: {plain(change.fails)}"
    may_fail = change.may_fail and f"**may fail**: {plain(change.may_fail)}"
    why = "; ".join(filter(None, (plain(change.why), fails, may_fail)))
    return f"| `{SIGNS[change.action]}` | {named} | {MARKDOWN_WORDS[change.action]} | {why} |"


def _output_item(output: OutputChange) -> str:
    """A line of a list, which is broken where it is too long, other than one of a table."""
    old, new = (code(one_line(value)) for value in (output.old, output.new))
    if old == new and not output.sure:
        return f"- {code(output.name)} may change: {new}"
    return f"- {code(output.name)}: {old} → {new}{'' if output.sure else ', perhaps: it is not wholly known'}"


def _fold(change: ResourceChange) -> Iterator[str]:
    """The properties of one resource."""
    if not change.properties:
        return
    yield f"<details><summary><code>{escape(change.name)}</code>: {len(change.properties)} changed</summary>"
    yield ""
    body = []
    for item in change.properties:
        why = _own_reason(item, change)
        note = f"  # {why}" if why else ""
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
