"""The quick fix that suppresses a finding with a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hotlint.ide.code_actions.action import QUICK, CodeAction
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.text_insertion import line_end
from hotlint.linter.diagnostic import Diagnostic
from hotlint.rewriting.suppression_comments import is_json
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Scalar, walk
from hotlint.syntax.source import LineIndex, Span

_LINE_END = re.compile("[\r\n\x85\u2028\u2029]")  # those that YAML knows


def suppress(analysis: FileAnalysis, findings: Sequence[Diagnostic]) -> Iterator[CodeAction]:
    """Yield the actions that suppress findings on their lines; none inside of a scalar of several lines, and none in JSON.

    A line with a comment of its own, or with the start of a string of several lines, gets the suppression above it.
    """
    if not findings or is_json(analysis.document):
        return
    text, lines = analysis.text, LineIndex(analysis.text)
    scalars = (node for node in walk(analysis.document.root) if isinstance(node, Scalar))
    long = [scalar for scalar in scalars if _LINE_END.search(text, scalar.start, scalar.end)]
    for found in findings:
        action = _suppression(analysis, found, lines, long)
        if action is not None:
            yield action


def _suppression(analysis: FileAnalysis, found: Diagnostic, lines: LineIndex, long: list[Scalar]) -> CodeAction | None:
    """Return the action for one finding. `long` are the scalars of several lines."""
    text = analysis.text
    line = lines.position(found.span.start).line
    start, end = lines.line_span(line)
    title = f"Suppress {found.code} here"
    if any(s.start < start < s.end and (s.end > end or s.style in ("|", ">")) for s in long):
        return None
    at = line_end(text, found.span.start)
    continued = any(s.start <= at < s.end and s.style not in ("|", ">") for s in long)
    comment = next((c for c in analysis.document.comments if start <= c.start <= end), None)
    if comment is not None:
        known = re.search(r"hotlint:\s*+disable\s*+=([\w, \t-]*+)", text[comment.start : comment.end])
        listed = known.group(1).rstrip(" \t,-") if known else ""
        if known and listed:
            after = comment.start + known.start(1) + len(listed)
            return CodeAction(title, QUICK, (Edit(Span(after, after), f", {found.code}"),), found)
    if comment is not None or continued:
        indent = " " * (len(text[start:end]) - len(text[start:end].lstrip()))
        return CodeAction(
            title, QUICK, (Edit(Span(start, start), f"{indent}# hotlint: disable-next-line={found.code}\n"),), found
        )
    return CodeAction(title, QUICK, (Edit(Span(at, at), f"  # hotlint: disable={found.code}"),), found)
