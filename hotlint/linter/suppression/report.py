"""Apply the suppression comments of a file, and report those that are unused or malformed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from hotlint.common.suggestions import did_you_mean, is_certain, unambiguous_match
from hotlint.linter.diagnostic import MARK, Diagnostic, Fix, Safety, sort_and_dedupe
from hotlint.linter.rules.rule import Rule
from hotlint.linter.rules.tally import KIND_LIMIT, limited
from hotlint.linter.run_diagnostics import UnusedSuppression, run_diagnostic
from hotlint.linter.settings.model import Settings
from hotlint.linter.settings.selectors import matches
from hotlint.linter.suppression.comments import (
    COMMENT,
    Suppression,
    apply_suppressions,
    malformed_suppressions,
    suppressions_in,
)
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Document
from hotlint.syntax.source import Span

MALFORMED = (
    "malformed suppression comment suppresses nothing: write '# hotlint: disable=CODE' "
    "(or disable-next-line=CODE, disable-file=CODE)"
)
_LINE_END = re.compile(r"\r\n|\n|\r")


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
        if settings.wants(UnusedSuppression) and not document.broken:
            reported += self._unused(unused, document, settings)
        reported = apply_suppressions(reported, suppressions)[0]
        if settings.wants(UnusedSuppression):
            reported += [
                run_diagnostic(UnusedSuppression, MALFORMED, span) for span in malformed_suppressions(document)
            ]
        if reported or len(kept) > KIND_LIMIT:
            kept = sort_and_dedupe(limited(kept + reported, self._rules))
        return SuppressionResult(kept, suppressed)

    def _unused(self, unused: list[Suppression], document: Document, settings: Settings) -> list[Diagnostic]:
        """Return the findings about unused suppressions, except where one of the rules that they name is disabled."""
        found = []
        for suppression in unused[: KIND_LIMIT + 1]:
            named = [r for r in self._rules if matches(suppression.selector, r.code, r.name)]
            if not named:
                found.append(self._unknown(suppression, document))
            elif all(settings.wants(r) for r in named):
                message = f"unused suppression of '{suppression.selector}': no such problem is reported here"
                fix = _removal(suppression, document)
                found.append(run_diagnostic(UnusedSuppression, message, suppression.span, fix=fix))
        return found

    def _unknown(self, suppression: Suppression, document: Document) -> Diagnostic:
        names = [name for r in self._rules for name in (r.code, r.name)]
        best = unambiguous_match(suppression.selector, names)
        message = f"suppression of '{suppression.selector}': no rule has that code or name"
        hint = did_you_mean(suppression.selector, names)
        if best:
            fix: Fix | None = _replacement(
                suppression, best, "safe" if is_certain(suppression.selector, best) else "unsafe"
            )
        else:
            fix = (
                _removal(suppression, document) if not hint else None
            )  # of several codes, it is not known which is meant
        return run_diagnostic(UnusedSuppression, f"{message}{hint}", suppression.span, fix=fix)


def _replacement(suppression: Suppression, name: str, safety: Safety = "safe") -> Fix:
    return Fix(f"Change to '{name}'", (Edit(suppression.span, name),), safety)


def _removal(suppression: Suppression, document: Document) -> Fix | None:
    """Return the fix that removes a selector from its comment, or the whole comment when it holds nothing else."""
    text = document.text
    comments = document.comments
    at = bisect_right(comments, suppression.span.start, key=lambda c: c.start) - 1
    comment = comments[at] if at >= 0 and suppression.span.start < comments[at].end else None
    match = _matched(text, comment.start, comment.end) if comment else None
    if match is None or comment is None:
        return None
    if match.group(2).strip() != suppression.selector:
        span = _list_item(suppression.span, text, match.end(2))
        return Fix(f"Remove '{suppression.selector}' from the comment", (Edit(span, ""),), "safe")
    line = text.rfind("\n", 0, comment.start) + 1
    rest = text[match.end() : comment.end].strip()
    if rest:  # the comment says something else as well
        return Fix(
            f"Remove '{suppression.selector}' from the comment", (Edit(Span(comment.start, match.end()), "#"),), "safe"
        )
    if not text[line : comment.start].strip():
        end = _LINE_END.search(text, comment.end)
        return Fix("Remove the comment", (Edit(Span(line, end.end() if end else len(text)), ""),), "safe")
    start = line + len(text[line : comment.start].rstrip())
    return Fix("Remove the comment", (Edit(Span(start, comment.end), ""),), "safe")


@lru_cache(1)
def _matched(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return the match of a comment, once for all of the selectors in it."""
    return COMMENT.match(text, start, end)


def _list_item(span: Span, text: str, end: int) -> Span:
    """Return the place of one item of a comma-separated list, with the comma after it, or else the one before it."""
    following = re.compile(r"\s*,\s*").match(text, span.end, end)
    return Span(span.start, following.end()) if following else Span(text.rindex(",", 0, span.start), span.end)
