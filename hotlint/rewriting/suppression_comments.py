"""Write suppression comments for findings, so that a check of the same text reports none of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hotlint.linter.diagnostic import Diagnostic
from hotlint.rewriting.document_lines import DocumentLines
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.nodes import Document, Scalar
from hotlint.syntax.source import LineIndex, Span

_OWN_COMMENT = re.compile(r"#\s*hotlint:\s*disable\s*=\s*[\w,\s-]*\w")


def with_suppressions(document: Document, found: Iterable[Diagnostic]) -> str:
    """Return the text with a comment for every finding that one can suppress: at the end of its line, or on a line above it.

    Several codes of a line share a comment; one that is there is extended. JSON holds no comments, and a finding on a
    further line of a quoted or plain scalar cannot be suppressed alone: they are left.
    """
    if document.text.lstrip("\ufeff \t\r\n").startswith("{"):
        return document.text
    writer = _Writer(document)
    for diagnostic in found:
        writer.add(diagnostic)
    return apply_edits(document.text, writer.edits())


class _Writer:
    """Collects codes by the line whose comment suppresses them."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.lines = LineIndex(document.text)
        self.layout = DocumentLines(document)
        self.behind: dict[int, dict[str, None]] = {}
        self.above: dict[int, dict[str, None]] = {}

    def add(self, found: Diagnostic) -> None:
        """Choose the place for the comment of one finding."""
        line = self.lines.position(found.span.start).line
        owner = self.layout.owner.get(line)
        if isinstance(owner, Scalar):
            if owner.style not in ("|", ">"):
                return
            line = self.lines.position(owner.start).line
        if line in self.layout.unstripped or self._has_other_comment(line):
            self.above.setdefault(line, {})[found.code] = None
        else:
            self.behind.setdefault(line, {})[found.code] = None

    def edits(self) -> list[Edit]:
        """Return the edits that write the comments."""
        made = []
        for line, codes in self.behind.items():
            end = self.lines.line_span(line).end
            comment = self._comment(line)
            own = _OWN_COMMENT.match(self.document.text, comment.start, comment.end) if comment else None
            if own is not None:
                known = re.split(r"[\s,]+", own[0].partition("=")[2].strip())
                new = [code for code in codes if code not in known]
                made += [Edit(Span(own.end(), own.end()), "".join(f", {code}" for code in new))] if new else []
            else:
                made.append(Edit(Span(end, end), f"  # hotlint: disable={', '.join(codes)}"))
        for line, codes in self.above.items():
            start = self.lines.line_span(line).start
            text = self.lines.line_text(line)
            indent = " " * (len(text) - len(text.lstrip()))
            made.append(Edit(Span(start, start), f"{indent}# hotlint: disable-next-line={', '.join(codes)}\n"))
        return made

    def _comment(self, line: int) -> Span | None:
        start, end = self.lines.line_span(line)
        return next((c for c in self.document.comments if start <= c.start <= end), None)

    def _has_other_comment(self, line: int) -> bool:
        comment = self._comment(line)
        return comment is not None and not _OWN_COMMENT.match(self.document.text, comment.start, comment.end)
