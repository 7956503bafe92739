"""Values shown after references, conditions and functions, where the dry run knows them."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.analysis.file_kinds import TEMPLATES
from hotlint.analysis.template import written_once
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.language.functions.base import Call
from hotlint.language.values import EvaluationError, Value, is_known, show
from hotlint.syntax.nodes import Mapping, Node
from hotlint.syntax.source import Span

LONGEST = 38
"""Characters of a value: VS Code cuts off hints of a line after 43, the equals sign and the quotes among them."""


class InlayHint(NamedTuple):
    """A hint: `text` goes to `offset`, `tip` is the whole value."""

    offset: int
    text: str
    tip: str


def inlay_hints(analysis: FileAnalysis, span: Span) -> list[InlayHint]:
    """Return the hints within a span of a template; none for any other text."""
    if analysis.kind not in TEMPLATES:
        return []
    template = analysis.template
    found = [
        _of_condition(analysis, c.name, c.key.end)
        for c in template.conditions.values()
        if span.start <= c.key.start <= span.end
    ]
    of_calls: dict[int, tuple[Call, InlayHint]] = {}  # by offset: an alias repeats the calls of its node
    for part in template.parts:
        if part.node.end < span.start or part.node.start > span.end:
            continue
        for call in written_once(c for c in part.calls if _shown(c, span)):
            hint = _of_call(analysis, call)
            if hint is not None:
                of_calls.setdefault(hint.offset, (call, hint))
    whole = {id(c.node) for c in template.conditions.values()}  # the value of a condition is shown at its name
    calls = [(call, hint, id(call.node) in whole) for call, hint in of_calls.values()]
    return [*(h for h in found if h is not None), *_once_a_line(analysis.document.text, calls)]


def _once_a_line(text: str, found: list[tuple[Call, InlayHint, bool]]) -> list[InlayHint]:
    """Return the hints without those of arguments of a call on the same line, and without those that are shown elsewhere."""
    by_call = {id(call): hint for call, hint, _ in found}

    def is_repeated(call: Call, hint: InlayHint) -> bool:
        outer = call.parent
        while outer is not None:
            other = by_call.get(id(outer))
            if other is not None and "\n" not in text[slice(*sorted((hint.offset, other.offset)))]:
                return True
            outer = outer.parent
        return False

    return [hint for call, hint, is_elsewhere in found if not is_elsewhere and not is_repeated(call, hint)]


def _shown(call: Call, span: Span) -> bool:
    """Return whether a call is in the span, and not inside of another one that is shown."""
    node = call.node
    if node is None or not span.start <= node.start <= span.end or not call.function.hint_value:
        return False
    return call.parent is None or call.parent.function.hint_arguments


def _of_condition(analysis: FileAnalysis, name: str, offset: int) -> InlayHint | None:
    try:
        value = analysis.evaluation.named_condition(name)
    except EvaluationError:
        return None
    return InlayHint(offset + 1, show(value), show(value)) if isinstance(value, bool) else None


def _of_call(analysis: FileAnalysis, call: Call) -> InlayHint | None:
    if call.node is None:
        return None
    try:
        value: Value = analysis.evaluation.resolve(call)
        shown = analysis.redaction.of(value, lambda context: context.evaluation.resolve(call))
        if not is_known(value) or shown != value:
            return None
    except EvaluationError:
        return None
    return InlayHint(_end_of(call.node, analysis.document.text), "= " + show(value, LONGEST), show(value, 400))


def _end_of(node: Node, text: str) -> int:
    """Return where the hint of a call goes: after its key where it is a block of several lines, else after the call."""
    if (
        not isinstance(node, Mapping)
        or node.flow
        or not node.entries
        or "\n" not in text[node.start : node.end].rstrip()
    ):
        return node.end
    return text.find(":", node.entries[0].key.end) + 1
