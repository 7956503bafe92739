"""Suppression comments: `# hotlint: disable=HOT301`, `disable-next-line=...`, `disable-file=...`.

`disable` applies to its line, or to the whole node that starts on it. Several selectors are separated by commas; each is a
code, a code prefix (`HOT8`), a rule's name, or `all`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as MappingType
from typing import NamedTuple

from hotlint.linter.diagnostic import MARK, Diagnostic
from hotlint.syntax.nodes import Document, Mapping, Node, Sequence, walk
from hotlint.syntax.source import LineIndex, Span

COMMENT = re.compile(
    r"#\s*+hotlint:\s*+(disable(?:-next-line|-file)?)\s*+=\s*+((?:[\w*.,]|-(?!-)|\s++(?!#|--|$))++)(?=\s*+(?:#|--|$))"
)
"""A suppression comment: group 1 is its kind, group 2 the list of selectors."""
_ATTEMPT = re.compile(r"#\s*hotlint:[^#\n]*")


class Suppression(NamedTuple):
    """One selector in one comment. `span` is the selector's place, `scope` the part of the file that it applies to.

    `code` is the selector as written, `selector` with the current name of a renamed rule.
    """

    code: str
    selector: str
    span: Span
    scope: Span

    def covers(self, found: Diagnostic) -> bool:
        """Return whether a finding is suppressed: the selector matches, and it starts in the scope (end included)."""
        selector = self.selector.casefold()
        matched = selector in ("all", found.rule.casefold()) or found.code.casefold().startswith(selector)
        return matched and self.scope.start <= found.span.start <= self.scope.end


def suppressions_in(document: Document, renamed: MappingType[str, str]) -> list[Suppression]:
    """Return every suppression of a document; `renamed` is {older name of a rule: current name}."""
    text = document.text
    if MARK not in text:
        return []
    lines = LineIndex(text)
    suppressions = []
    for comment in document.comments:
        match = COMMENT.match(text, comment.start, comment.end)
        if match is None:
            continue
        scope = _scope(match.group(1), comment, document, lines)
        at = match.start(2)
        for piece in match.group(2).split(","):
            code = piece.strip()
            if code:
                start = at + piece.index(code)
                selector = renamed.get(code.casefold(), code)
                suppressions.append(Suppression(code, selector, Span(start, start + len(code)), scope))
            at += len(piece) + 1
    return suppressions


def malformed_suppressions(document: Document) -> list[Span]:
    """Return the places of comments that begin with `hotlint:` and are not valid suppressions."""
    text = document.text
    if MARK not in text:
        return []
    return [
        Span(c.start, match.start() + len(match.group().rstrip()))
        for c in document.comments
        if (match := _ATTEMPT.match(text, c.start, c.end)) and not COMMENT.match(text, c.start, c.end)
    ]


def apply_suppressions(
    found: list[Diagnostic], suppressions: list[Suppression]
) -> tuple[list[Diagnostic], list[Suppression]]:
    """Return the findings that are not suppressed, and the suppressions that match no finding."""
    used: set[Suppression] = set()
    kept = []
    for diagnostic in found:
        covering = [s for s in suppressions if s.covers(diagnostic)]
        used.update(covering)
        if not covering:
            kept.append(diagnostic)
    return kept, [s for s in suppressions if s not in used]


def _scope(kind: str, comment: Span, document: Document, lines: LineIndex) -> Span:
    """Return the part of the file that a comment applies to, in code-point offsets."""
    if kind == "disable-file":
        return Span(0, len(document.text))
    line = lines.position(comment.start).line
    if kind == "disable-next-line" and line + 1 < len(lines):
        return lines.line_span(line + 1)
    span = lines.line_span(line)
    starting = [end for start, end in _nodes(document.root) if span.start <= start < comment.start]
    return Span(span.start, max([span.end, *starting]))


def _nodes(root: Node | None) -> list[tuple[int, int]]:
    """Return the start and end of every entry and list item."""
    ranges = []
    for node in walk(root):
        if isinstance(node, Mapping):
            ranges += [(e.key.start, max(e.key.end, e.value.end)) for e in node.entries]
        elif isinstance(node, Sequence):
            ranges += [(item.start, item.end) for item in node.items]
    return ranges
