"""Merges the findings of a file in several contexts."""

from __future__ import annotations

from collections.abc import Sequence

from hotlint.analysis.composition.template_context import DeploymentContext
from hotlint.linter.diagnostic import SEVERITIES, Diagnostic, sort_and_dedupe

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Any


def merged(contexts: Sequence[DeploymentContext], found: Sequence[list[Diagnostic]]) -> list[Diagnostic]:
    """Return the findings of all contexts. A finding that only some contexts have names these contexts."""
    if len(contexts) == 1:
        return found[0]
    by_finding: dict[tuple[Any, ...], list[tuple[str, Diagnostic]]] = {}
    for context, listed in zip(contexts, found, strict=True):
        for one in listed:
            by_finding.setdefault((one.code, one.span, one.message), []).append((context.where, one))
    everything = []
    for occurrences in by_finding.values():
        worst = min((d for _, d in occurrences), key=lambda d: SEVERITIES.index(d.severity))
        names = [name for name, d in occurrences if d.severity == worst.severity]
        if len(names) < len(contexts):
            more = f"; and {len(names) - 2} more" if len(names) > 2 else ""
            worst = worst._replace(message=f"{worst.message} ({'; '.join(names[:2])}{more})")
        everything.append(worst)
    return sort_and_dedupe(everything)
