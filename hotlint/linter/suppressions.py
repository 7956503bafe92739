"""Comments that silence: `# hotlint: disable=HOT301`, `disable-next-line=...`, `disable-file=...`.

`disable` counts for its line, or for the whole node that starts on it; several codes are separated by commas; a code
may be a prefix (`HOT8`), a rule's name, or `all`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.linter.diagnostic import Diagnostic, Fix
from hotlint.linter.run_diagnostics import UnusedSuppression, run_diagnostic
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Document, Mapping, Node, Sequence, walk
from hotlint.syntax.source import LineIndex, Span

MARK = "hotlint:"
_LINE_END = re.compile(r"\r\n|\n|\r")
_COMMENT = re.compile(r"#\s*hotlint:\s*(disable(?:-next-line|-file)?)\s*=\s*([\w*.,\s-]+?)(?=\s*(?:#|$|--))")


_MEANT = re.compile(r"#\s*hotlint:[^#\n]*")


class Suppression(NamedTuple):
    """One code in one comment: where it stands, and what part of the text it silences."""

    code: str
    span: Span
    scope: Span

    def covers(self, found: Diagnostic) -> bool:
        code = self.code.casefold()
        named = code in ("all", found.rule.casefold()) or found.code.casefold().startswith(code)
        return named and self.scope.start <= found.span.start <= self.scope.end


def suppressions_in(document: Document) -> list[Suppression]:
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
                found.append(Suppression(code, Span(start, start + len(code)), scope))
            at += len(piece) + 1
    return found


def malformed(document: Document) -> list[Diagnostic]:
    """Findings about comments that are meant for hotlint and cannot be read."""
    text = document.text
    message = (
        "This comment is not understood, so it silences nothing: write 'hotlint: disable=CODE', "
        "or disable-next-line or disable-file in place of disable."
    )
    return [
        run_diagnostic(UnusedSuppression, message, Span(c.start, match.start() + len(match.group().rstrip())))
        for c in (document.comments if MARK in text else ())
        if (match := _MEANT.match(text, c.start, c.end)) and not _COMMENT.match(text, c.start, c.end)
    ]


def apply_suppressions(
    found: list[Diagnostic], silent: list[Suppression]
) -> tuple[list[Diagnostic], list[Suppression]]:
    """What is left of the findings, and the silences that silenced nothing."""
    used: set[Suppression] = set()
    kept = []
    for diagnostic in found:
        by = [s for s in silent if s.covers(diagnostic)]
        used.update(by)
        if not by:
            kept.append(diagnostic)
    return kept, [s for s in silent if s not in used]


def unused_suppression(suppression: Suppression, document: Document, exists: bool, names: list[str]) -> Diagnostic:
    """The finding about a comment that silences nothing, with the fix that takes it away.

    `exists` says whether its code means any rule; `names` are all codes and names.
    """
    if exists:
        message = f"'{suppression.code}' silences nothing here: there is nothing of that kind to silence."
        return run_diagnostic(UnusedSuppression, message, suppression.span, fix=_removal(suppression, document))
    best = unambiguous_match(suppression.code, names)
    fix = (
        Fix(f"Change to '{best}'", (Edit(suppression.span, best),), "safe") if best else _removal(suppression, document)
    )
    message = f"No rule has the code or name '{suppression.code}'{did_you_mean(suppression.code, names)}."
    return run_diagnostic(UnusedSuppression, message, suppression.span, fix=fix)


def _removal(suppression: Suppression, document: Document) -> Fix | None:
    """Take a code out of its comment, and the whole comment when it is the only one in it."""
    text = document.text
    comment = next((c for c in document.comments if c.start <= suppression.span.start < c.end), None)
    match = _COMMENT.match(text, comment.start, comment.end) if comment else None
    if match is None or comment is None:
        return None
    if match.group(2).strip() != suppression.code:
        return Fix("Take the code out of the comment", (Edit(_item(suppression.span, text, match.end(2)), ""),), "safe")
    line = text.rfind("\n", 0, comment.start) + 1
    rest = text[match.end() : comment.end].strip()
    if rest:  # something else is said in the same comment
        return Fix("Take the code out of the comment", (Edit(Span(comment.start, match.end()), "#"),), "safe")
    if not text[line : comment.start].strip():
        end = _LINE_END.search(text, comment.end)
        return Fix("Take the comment away", (Edit(Span(line, end.end() if end else len(text)), ""),), "safe")
    start = line + len(text[line : comment.start].rstrip())
    return Fix("Take the comment away", (Edit(Span(start, comment.end), ""),), "safe")


def _item(span: Span, text: str, end: int) -> Span:
    """One item of a list with commas, with the comma after it, or else the one before it."""
    following = re.compile(r"\s*,\s*").match(text, span.end, end)
    return Span(span.start, following.end()) if following else Span(text.rindex(",", 0, span.start), span.end)


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
