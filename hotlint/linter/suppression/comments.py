"""Suppression comments: `# hotlint: disable=HOT301`, `disable-next-line=...`, `disable-file=...`.

`disable` applies to its line, or to the whole node that starts on it. Several selectors are separated by commas; each is a
code, a code prefix (`HOT8`), a rule's name, or `all`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate
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

    `in_file`: it applies everywhere.
    """

    selector: str
    span: Span
    scope: Span
    in_file: bool = False


def suppressions_in(document: Document) -> list[Suppression]:
    """Return every suppression of a document."""
    text = document.text
    if MARK not in text:
        return []
    lines = LineIndex(text)
    ends = ends_by_start(document.root)
    starts = sorted(ends)
    suppressions = []
    for comment in document.comments:
        match = COMMENT.match(text, comment.start, comment.end)
        if match is None:
            continue
        scope = _scope(match.group(1), comment, text, lines)
        if match.group(1) == "disable":
            nodes = starts[bisect_left(starts, scope.start) : bisect_left(starts, comment.start)]
            scope = Span(scope.start, max([scope.end, *(ends[start] for start in nodes)]))
        at, in_file = match.start(2), match.group(1) == "disable-file"
        for piece in match.group(2).split(","):
            code = piece.strip()
            if code:
                start = at + piece.index(code)
                suppressions.append(Suppression(code, Span(start, start + len(code)), scope, in_file))
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
    index = _Index(suppressions)
    kept = [d for d in found if not index.covers(d)]
    return kept, [s for s in suppressions if s not in index.used and s.selector.casefold() not in index.used_in_file]


class _Index:
    """Suppressions by selector and place, for any number of them. `used` and `used_in_file` are those that matched."""

    def __init__(self, suppressions: list[Suppression]) -> None:
        self.used: set[Suppression] = set()
        self.used_in_file: set[str] = set()
        self._in_file: set[str] = set()
        self._placed: dict[str, list[Suppression]] = {}
        for suppression in sorted(suppressions, key=lambda s: s.scope):
            selector = suppression.selector.casefold()
            if suppression.in_file:
                self._in_file.add(selector)
            else:
                self._placed.setdefault(selector, []).append(suppression)
        self._furthest = {
            selector: list(accumulate((s.scope.end for s in placed), max)) for selector, placed in self._placed.items()
        }

    def covers(self, found: Diagnostic) -> bool:
        """Return whether a finding is suppressed, and note by which."""
        code = found.code.casefold()
        covered = False
        for selector in {"all", found.rule.casefold(), *(code[:size] for size in range(1, len(code) + 1))}:
            if selector in self._in_file:
                self.used_in_file.add(selector)
                covered = True
            if selector in self._placed:
                covering = self._at(selector, found.span.start)
                self.used.update(covering)
                covered = covered or bool(covering)
        return covered

    def _at(self, selector: str, offset: int) -> list[Suppression]:
        """Return the suppressions of a selector whose scope an offset is in, its end included."""
        placed, furthest = self._placed[selector], self._furthest[selector]
        at = bisect_right(placed, offset, key=lambda s: s.scope.start) - 1
        covering = []
        while at >= 0 and furthest[at] >= offset:
            if placed[at].scope.end >= offset:
                covering.append(placed[at])
            at -= 1
        return covering


def _scope(kind: str, comment: Span, text: str, lines: LineIndex) -> Span:
    """Return the part of the file that a comment applies to, in code-point offsets; without the nodes of its line."""
    if kind == "disable-file":
        return Span(0, len(text))
    line = lines.position(comment.start).line
    if kind == "disable-next-line" and line + 1 < len(lines):
        return lines.line_span(line + 1)
    return lines.line_span(line)


def ends_by_start(root: Node | None) -> dict[int, int]:
    """Return {start: furthest end} of all entries and list items."""
    ends: dict[int, int] = {}
    for node in walk(root):
        if isinstance(node, Mapping):
            for entry in node.entries:
                end = max(entry.key.end, entry.value.end)
                ends[entry.key.start] = max(end, ends.get(entry.key.start, 0))
        elif isinstance(node, Sequence):
            for item in node.items:
                ends[item.start] = max(item.end, ends.get(item.start, 0))
    return ends
