"""Merges the findings of a file in several contexts."""

from __future__ import annotations

from collections.abc import Sequence

from hotlint.analysis.composition.template_context import DeploymentContext
from hotlint.linter.diagnostic import SEVERITIES, Diagnostic, sort_and_dedupe

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Any


def merged(contexts: Sequence[DeploymentContext], found: Sequence[list[Diagnostic]]) -> list[Diagnostic]:
    """Return the findings of all contexts. A finding that only some contexts have names these contexts.

    Of alternatives, each of which may be the right one, only findings that all of them have are returned.
    """
    if len(contexts) == 1:
        return found[0]
    if contexts[0].is_alternative:
        others = [{(one.code, one.span) for one in listed} for listed in found[1:]]
        return [one for one in found[0] if all((one.code, one.span) in other for other in others)]
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
