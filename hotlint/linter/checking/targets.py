"""The findings of one file for several OpenStack releases, as one result."""

from __future__ import annotations

from collections.abc import Mapping

from hotlint.linter.checking.file_result import FileResult
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.run_diagnostics import UnusedSuppression


def merged(by_target: Mapping[str, FileResult]) -> FileResult | None:
    """Return the results for several targets as one, that of the first with all findings; None without any.

    A finding that not all targets have names those that have it, and has no fix: what is right for one may be wrong for another.
    A suppression comment is unused where no target needs it.
    """
    found: dict[tuple[object, ...], tuple[Diagnostic, list[str]]] = {}
    for target, result in by_target.items():
        for one in result.diagnostics:
            found.setdefault((one.code, one.span, one.severity, one.message), (one, []))[1].append(target)
    named = [
        one
        if len(targets) == len(by_target)
        else one._replace(message=f"{one.message} (target {', '.join(targets)})", fixes=())
        for one, targets in found.values()
        if len(targets) == len(by_target) or one.code != UnusedSuppression.code
    ]
    results = [*by_target.values()]
    if not results:
        return None
    return results[0]._replace(
        diagnostics=sorted(named, key=lambda one: one.span),
        suppressed=max(result.suppressed for result in results),
        files=frozenset().union(*(result.files for result in results)),
    )
