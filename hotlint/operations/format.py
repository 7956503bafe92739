"""Lay out templates and environments in one style."""

from __future__ import annotations

from hotlint.operations.rewrite import Rewrite
from hotlint.operations.scope import SettingsScope
from hotlint.rewriting.formatter import FormatResult, format_text


def formatting(scope: SettingsScope) -> Rewrite:
    """Return what formats a text by the settings of its file. Raises OperationError for a configuration that cannot be read."""
    finder = scope.finder()

    def formatted(path: str, text: str) -> FormatResult:
        return format_text(text, path, finder.settings(path))

    return formatted
