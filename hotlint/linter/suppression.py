"""Suppression comments, such as `# hotlint: disable=HOT301`, and the report about them.

`disable` applies to its line, or to the whole node that starts on it, `disable-next-line` to the next line, and `disable-file` to the
file. Several selectors are separated by commas; each is a code, a code prefix (`HOT8`), a rule's name, or `all`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from hotlint.common.suggestions import did_you_mean, is_certain, unambiguous_match
from hotlint.linter.diagnostic import MARK, Diagnostic, Fix, Safety, sort_and_dedupe
from hotlint.linter.rules.rule import Rule
from hotlint.linter.rules.tally import KIND_LIMIT, limited
from hotlint.linter.run_diagnostics import UnusedSuppression, run_diagnostic
from hotlint.linter.settings.model import Settings
from hotlint.linter.settings.selectors import matches
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Document, Mapping, Node, walk
from hotlint.syntax.nodes import Sequence as SequenceNode
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
    if kind == "disable":
        return lines.line_span(line)
    return lines.line_span(line + 1) if line + 1 < len(lines) else Span(len(text), len(text))


def ends_by_start(root: Node | None) -> dict[int, int]:
    """Return {start: furthest end} of all entries and list items."""
    ends: dict[int, int] = {}
    for node in walk(root):
        if isinstance(node, Mapping):
            for entry in node.entries:
                end = max(entry.key.end, entry.value.end)
                ends[entry.key.start] = max(end, ends.get(entry.key.start, 0))
        elif isinstance(node, SequenceNode):
            for item in node.items:
                ends[item.start] = max(item.end, ends.get(item.start, 0))
    return ends


MALFORMED = (
    "malformed suppression comment suppresses nothing: write '# hotlint: disable=CODE' "
    "(or disable-next-line=CODE, disable-file=CODE)"
)
_SELECTOR = re.compile(r"[^\s,]+")


class SuppressionResult(NamedTuple):
    """The findings of a file after its suppression comments, and how many of them the comments suppressed."""

    diagnostics: list[Diagnostic]
    suppressed: int


class SuppressionReporter:
    """Applies suppression comments and reports on them. `rules` are all that a comment may name, enabled or not."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = rules

    def apply(self, found: list[Diagnostic], document: Document, settings: Settings) -> SuppressionResult:
        """Return the findings that are not suppressed, with those about the comments themselves, by position."""
        if MARK not in document.text:
            return SuppressionResult(found, 0)
        suppressions = suppressions_in(document)
        kept, unused = apply_suppressions(found, suppressions)
        suppressed = len(found) - len(kept)
        reported: list[Diagnostic] = []
        if settings.wants(UnusedSuppression):
            if not document.broken:
                reported, idle = apply_suppressions(self._unused(unused, document, settings), suppressions)
                places = {s.span for s in idle}  # one that suppresses the report of another is used
                reported = [d for d in reported if d.span in places]
            reported += [
                run_diagnostic(UnusedSuppression, MALFORMED, span) for span in malformed_suppressions(document)
            ]
        if reported or len(kept) > KIND_LIMIT:
            kept = sort_and_dedupe(limited(kept + reported, self._rules))
        return SuppressionResult(kept, suppressed)

    def _unused(self, unused: list[Suppression], document: Document, settings: Settings) -> list[Diagnostic]:
        """Return the findings about unused suppressions, except where one of the rules that they name is disabled."""
        found, lines = [], LineIndex(document.text)
        for suppression in unused[: KIND_LIMIT + 1]:
            named = [r for r in self._rules if matches(suppression.selector, r.code, r.name)]
            if not named:
                found.append(self._unknown(suppression, document, lines))
            elif all(settings.wants(r) for r in named):
                message = f"unused suppression of '{suppression.selector}': no such problem is reported here"
                fix = _removal(suppression, document, lines)
                found.append(run_diagnostic(UnusedSuppression, message, suppression.span, fix=fix))
        return found

    def _unknown(self, suppression: Suppression, document: Document, lines: LineIndex) -> Diagnostic:
        names = [name for r in self._rules for name in (r.code, r.name)]
        best = unambiguous_match(suppression.selector, names)
        message = f"suppression of '{suppression.selector}': no rule has that code or name"
        hint = did_you_mean(suppression.selector, names)
        fix: Fix | None = None  # of several codes, it is not known which is meant
        if best:
            safety: Safety = "safe" if is_certain(suppression.selector, best) else "unsafe"
            fix = Fix(f"Change to '{best}'", (Edit(suppression.span, best),), safety)
        elif not hint:
            fix = _removal(suppression, document, lines)
        return run_diagnostic(UnusedSuppression, f"{message}{hint}", suppression.span, fix=fix)


def _removal(suppression: Suppression, document: Document, lines: LineIndex) -> Fix:
    """Return the fix that removes a selector from its comment, or the whole comment when it says nothing else."""
    text, comments, (start, end) = document.text, document.comments, suppression.span
    comment = comments[bisect_right(comments, start, key=lambda c: c.start) - 1]
    match = _matched(text, comment.start, comment.end)
    from_comment = f"Remove '{suppression.selector}' from the comment"
    following = _SELECTOR.search(text, end, match.end(2))
    if following:
        return Fix(from_comment, (Edit(Span(start, following.start()), ""),), "safe")
    before = [found.end() for found in _SELECTOR.finditer(text, match.start(2), start)]
    if before:
        return Fix(from_comment, (Edit(Span(before[-1], match.end(2)), ""),), "safe")
    rest = text[match.end(2) : comment.end].lstrip()
    if rest:
        mark = "" if rest.startswith("#") and MARK not in rest else "# "  # it does not become a suppression
        return Fix(from_comment, (Edit(Span(comment.start, comment.end - len(rest)), mark),), "safe")
    line = lines.position(comment.start).line
    first = lines.line_span(line).start
    first += text.startswith("\ufeff", first)
    code = text[first : comment.start].rstrip()
    next_line = lines.line_span(line + 1).start if line + 1 < len(lines) else len(text)
    span = Span(first + len(code), comment.end) if code else Span(first, next_line)
    return Fix("Remove the comment", (Edit(span, ""),), "safe")


@lru_cache(1)
def _matched(text: str, start: int, end: int) -> re.Match[str]:
    """Return the match of a comment with suppressions, once for all of them."""
    return next(COMMENT.finditer(text, start, end))
