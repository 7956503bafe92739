"""Applies the settings and the suppression comments of a file to its findings."""

from __future__ import annotations

from hotlint.linter.checking.file_result import FileResult
from hotlint.linter.diagnostic import MARK, Diagnostic

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hotlint.linter.rules.rule import Rule
    from hotlint.syntax.nodes import Document


def after_settings(file_result: FileResult, rules: Sequence[Rule], by_code: Mapping[str, Rule]) -> FileResult:
    """Return a result without suppressed findings, and with the severities of the settings.

    `rules` are the rules of the file, policies included. `by_code` are the rules with a severity of their own.
    """
    found, settings, suppressed = file_result.diagnostics, file_result.settings, 0
    if MARK in file_result.document.text:
        from hotlint.linter.suppression.report import SuppressionReporter

        found, suppressed = SuppressionReporter(rules).apply(found, file_result.document, settings)
    if settings.severity or settings.profile:
        found = [d._replace(severity=settings.severity_of(d, by_code.get(d.code))) for d in found]
    return file_result._replace(diagnostics=found, suppressed=suppressed)


def without_suppressed(found: list[Diagnostic], document: Document) -> tuple[list[Diagnostic], int]:
    """Return the findings that the comments of a Jinja source do not suppress, and how many they suppress.

    The source is not rendered: nothing can be said about the rest of its comments.
    """
    if MARK not in document.text:
        return found, 0
    from hotlint.linter.suppression.comments import apply_suppressions, suppressions_in  # most files have none

    kept, _ = apply_suppressions(found, suppressions_in(document))
    return kept, len(found) - len(kept)
