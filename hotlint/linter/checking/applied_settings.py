"""Findings after the rules: what settings and suppression comments leave of them, and with which severities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.linter.checking.file_result import FileResult
from hotlint.linter.diagnostic import MARK, Diagnostic

if TYPE_CHECKING:
    from hotlint.linter.rules.rule import Rule
    from hotlint.linter.settings.model import Settings


def after_settings(file_result: FileResult, rules: Sequence[Rule], by_code: Mapping[str, Rule]) -> FileResult:
    """Return a result without suppressed findings, and with the severities of the settings.

    `rules` are the rules of the file, policies included. `by_code` are the rules with a severity of their own.
    """
    found, settings, suppressed = file_result.diagnostics, file_result.settings, 0
    if MARK in file_result.document.text:
        from hotlint.linter.suppression import SuppressionReporter

        found, suppressed = SuppressionReporter(rules).apply(found, file_result.document, settings)
    return file_result._replace(diagnostics=with_severities(found, settings, by_code), suppressed=suppressed)


def with_severities(found: list[Diagnostic], settings: Settings, by_code: Mapping[str, Rule]) -> list[Diagnostic]:
    """Return findings with the severities of the settings. `by_code` are the rules with a severity of their own."""
    if not settings.severity and not settings.profile:
        return found
    return [d._replace(severity=settings.severity_of(d, by_code.get(d.code))) for d in found]


def wanted(found: Iterable[Diagnostic], settings: Settings, by_code: Mapping[str, Rule]) -> list[Diagnostic]:
    """Return findings about a file itself: those that the settings enable, with their severities."""
    return with_severities([d for d in found if settings.wants(by_code[d.code])], settings, by_code)


def of_source(file_result: FileResult, by_code: Mapping[str, Rule]) -> FileResult:
    """Return the result of a Jinja source that is not rendered, without findings that settings or comments suppress.

    Nothing can be said about the rest of its comments.
    """
    found, document = wanted(file_result.diagnostics, file_result.settings, by_code), file_result.document
    kept = found
    if MARK in document.text:
        from hotlint.linter.suppression import apply_suppressions, suppressions_in  # most files have none

        kept, _ = apply_suppressions(found, suppressions_in(document))
    return file_result._replace(diagnostics=kept, suppressed=len(found) - len(kept))
