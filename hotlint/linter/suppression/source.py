"""Suppression comments of a Jinja source that is not rendered: nothing can be said about the rest of its comments."""

from __future__ import annotations

from hotlint.linter.diagnostic import MARK, Diagnostic
from hotlint.syntax.nodes import Document


def without_suppressed(found: list[Diagnostic], document: Document) -> tuple[list[Diagnostic], int]:
    """Return the findings that the comments of a source do not suppress, and how many they suppress."""
    if MARK not in document.text:
        return found, 0
    from hotlint.linter.suppression.comments import apply_suppressions, suppressions_in  # most files have none

    kept, _ = apply_suppressions(found, suppressions_in(document))
    return kept, len(found) - len(kept)
