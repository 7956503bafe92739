"""Comments that silence: `# hotlint: disable=HOT301`, `disable-next-line=...`, `disable-file=...`.

`disable` counts for its line, or for the whole node that starts on it; several codes are separated by commas; a code
may be a prefix (`HOT8`), a rule's name, or `all`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hotlint.diagnostic import Diagnostic
from hotlint.text import LineIndex, Span
from hotlint.yamltree import Document, Mapping, Node, Sequence, walk

MARK = "hotlint:"
_COMMENT = re.compile(r"#\s*hotlint:\s*(disable(?:-next-line|-file)?)\s*=\s*([\w*.,\s-]+?)(?=\s*(?:#|$|--))")


class Silence(NamedTuple):
    """One code in one comment: where it stands, and what part of the text it silences."""

    code: str
    span: Span
    scope: Span

    def covers(self, found: Diagnostic) -> bool:
        code = self.code.casefold()
        named = code in ("all", found.rule.casefold()) or found.code.casefold().startswith(code)
        return named and self.scope.start <= found.span.start <= self.scope.end


def silences(document: Document) -> list[Silence]:
    """Every code that a comment of the document silences."""
    text = document.text
    if MARK not in text:
        return []
    lines = LineIndex(text)
    found = []
    for comment in document.comments:
        match = _COMMENT.match(text, comment.start, comment.end)
        if match is None:
            continue
        scope = _scope(match.group(1), comment, document, lines)
        at = match.start(2)
        for piece in match.group(2).split(","):
            code = piece.strip()
            if code:
                start = at + piece.index(code)
                found.append(Silence(code, Span(start, start + len(code)), scope))
            at += len(piece) + 1
    return found


def apply(found: list[Diagnostic], silent: list[Silence]) -> tuple[list[Diagnostic], list[Silence]]:
    """What is left of the findings, and the silences that silenced nothing."""
    used: set[Silence] = set()
    kept = []
    for diagnostic in found:
        by = [s for s in silent if s.covers(diagnostic)]
        used.update(by)
        if not by:
            kept.append(diagnostic)
    return kept, [s for s in silent if s not in used]


def _scope(kind: str, comment: Span, document: Document, lines: LineIndex) -> Span:
    if kind == "disable-file":
        return Span(0, len(document.text))
    line = lines.position(comment.start).line
    if kind == "disable-next-line" and line + 1 < len(lines):
        return lines.line_span(line + 1)
    span = lines.line_span(line)
    starting = [end for start, end in _nodes(document.root) if span.start <= start < comment.start]
    return Span(span.start, max([span.end, *starting]))


def _nodes(root: Node | None) -> list[tuple[int, int]]:
    """Start and end of every entry and list item."""
    found = []
    for node in walk(root):
        if isinstance(node, Mapping):
            found += [(e.key.start, max(e.key.end, e.value.end)) for e in node.entries]
        elif isinstance(node, Sequence):
            found += [(item.start, item.end) for item in node.items]
    return found
