"""A difference for the terminal: what happens to each resource, and why; long texts line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.dry_run.changes import OutputChange, PropertyChange, ResourceChange, StackDiff
from hotlint.output.diff.values import lines_between, one_line

SIGNS = {"add": "+", "delete": "-", "replace": "-/+", "update": "~", "unknown": "?", "refuse": "!"}
WORDS = {
    "add": "is created", "delete": "is deleted", "replace": "is replaced", "update": "is updated in place",
    "unknown": "may change", "refuse": "cannot be updated: Heat refuses it",
}  # fmt: skip


def render(found: StackDiff, ids: Mapping[tuple[str, ...], str] = {}) -> str:
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
    more = f" Heat also updates {idle} resource{'' if idle == 1 else 's'} in which nothing changes." if idle else ""
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
    return f"{sum(counts.values())} resource{'' if sum(counts.values()) == 1 else 's'}: {parts}.{fails}{more}"


def _change(change: ResourceChange, physical_id: str | None) -> Iterator[str]:
    why = f" ({change.why})" if change.why else ""
    lost = f"  [{physical_id}]" if physical_id and change.action in ("replace", "delete") else ""
    yield f"{SIGNS[change.action]:>3} {change.name}  {change.type}  {WORDS[change.action]}{why}{lost}"
    if change.fails:
        yield f"      fails: {change.fails}"
    for item in change.properties:
        yield from _property(item)
    yield ""


def _property(item: PropertyChange) -> Iterator[str]:
    why = item.why or ("" if item.action == "update" else WORDS[item.action])
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
