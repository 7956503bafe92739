"""The findings of a file that is checked in several contexts."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.linter.diagnostic import SEVERITIES, Diagnostic, sort_and_dedupe

if TYPE_CHECKING:
    from hotlint.analysis.composition.template_context import DeploymentContext


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
        if len(names) < len(contexts) and not _says(worst.message, names):
            more = f"; and {len(names) - 2} more" if len(names) > 2 else ""
            worst = worst._replace(message=f"{worst.message} ({'; '.join(names[:2])}{more})")
        everything.append(worst._replace(deployments=tuple(names)))
    return sort_and_dedupe(everything)


def _says(message: str, names: Sequence[str]) -> bool:
    """Return whether a message names the origin of a value, "parameter 'x' from a.env", which is the only context's file."""
    given = names[0].removeprefix("with ") if len(names) == 1 and names[0].startswith("with ") else ""
    return bool(given) and bool(re.search(rf" from (\S*/)?{re.escape(os.path.basename(given))}(?=[:) ]|$)", message))
