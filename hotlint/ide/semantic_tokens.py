"""The kinds of words in a text, for semantic highlighting."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.analysis.file_kinds import TEMPLATES
from hotlint.analysis.symbols import name_span
from hotlint.analysis.template import written_once
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.syntax.nodes import Mapping, Scalar
from hotlint.syntax.source import Span

TYPES = (
    "namespace",
    "function",
    "parameter",
    "variable",
    "type",
    "property",
    "keyword",
    "enumMember",
    "macro",
    "string",
)
_LINE_ENDS = frozenset("\r\n")
"""What ends a line in the protocol."""
MODIFIERS = ("declaration", "deprecated", "readonly")
_OCCURRENCES = {
    "parameter": "parameter", "pseudo": "parameter", "resource": "variable", "condition": "enumMember", "output": "property",
    "placeholder": "macro", "type": "type", "file": "string", "anchor": "macro",
}  # fmt: skip


class SemanticToken(NamedTuple):
    """A span on one line, its type and its modifiers."""

    span: Span
    type: str
    modifiers: tuple[str, ...] = ()


def semantic_tokens(analysis: FileAnalysis, span: Span | None = None) -> list[SemanticToken]:
    """Return the tokens of a text, or of a span of it, in order and not overlapping."""
    if analysis.kind not in (*TEMPLATES, "environment"):
        return []
    found: list[SemanticToken] = []
    root = analysis.document.root
    if isinstance(root, Mapping):
        found += [SemanticToken(name_span(e.key), "namespace") for e in root.entries]
    for occurrence in analysis.index.occurrences:
        modifiers = ("declaration",) if occurrence.defines else ()
        if occurrence.kind == "pseudo":
            modifiers = ("readonly",)
        found.append(SemanticToken(occurrence.span, _OCCURRENCES[occurrence.kind], modifiers))
    for part in analysis.template.parts:
        for call in written_once(part.calls):
            if isinstance(call.node, Mapping) and call.node.entries:
                found.append(SemanticToken(name_span(call.node.entries[0].key), "function"))
    for resource in analysis.template.resources.values():
        found += [
            SemanticToken(name_span(e.key), "keyword") for e in resource.fields.values() if isinstance(e.key, Scalar)
        ]
    return _tidy(found, span, analysis.text)


def _tidy(found: list[SemanticToken], within: Span | None, text: str) -> list[SemanticToken]:
    kept: list[SemanticToken] = []
    for token in sorted(found, key=lambda t: (t.span.start, -t.span.end)):
        start, end = token.span
        if end <= start or (within is not None and (end <= within.start or start >= within.end)):
            continue
        if (kept and start < kept[-1].span.end) or not _LINE_ENDS.isdisjoint(text[start:end]):
            continue
        kept.append(token)
    return kept
