"""Values shown after references, conditions and functions, where the dry run knows them."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.analysis.template import Part
from hotlint.ide.snapshot import Snapshot
from hotlint.language.functions.base import Call
from hotlint.language.values import EvaluationError, Value, is_known, show
from hotlint.syntax.source import Span

LONGEST = 40


class InlayHint(NamedTuple):
    """A hint: `text` goes after `offset`, `tip` is the whole value."""

    offset: int
    text: str
    tip: str


def inlay_hints(snapshot: Snapshot, span: Span) -> list[InlayHint]:
    """Return the hints within a span of a template; none for any other text."""
    if snapshot.kind != "hot":
        return []
    template = snapshot.template
    found = [
        _of_condition(snapshot, c.name, c.key.end)
        for c in template.conditions.values()
        if span.start <= c.key.start <= span.end
    ]
    for part in template.parts:
        if part.node.end < span.start or part.node.start > span.end:
            continue
        found += [_of_call(snapshot, part, call) for call in part.calls if _shown(call, span)]
    return [h for h in found if h is not None]


def _shown(call: Call, span: Span) -> bool:
    """Return whether a call is in the span, and not inside of another one that is shown."""
    node = call.node
    if node is None or not span.start <= node.start <= span.end or not call.function.hint_value:
        return False
    return call.parent is None or call.parent.function.hint_arguments


def _of_condition(snapshot: Snapshot, name: str, offset: int) -> InlayHint | None:
    try:
        value = snapshot.evaluation.named_condition(name)
    except EvaluationError:
        return None
    return InlayHint(offset + 1, show(value), show(value)) if isinstance(value, bool) else None


def _of_call(snapshot: Snapshot, part: Part, call: Call) -> InlayHint | None:
    if call.node is None:
        return None
    try:
        value: Value = snapshot.evaluation.resolve(call)
        if not is_known(value) or snapshot.redactor(value) != value:
            return None
    except EvaluationError:
        return None
    return InlayHint(call.node.end, "= " + show(value, LONGEST), show(value, 400))
