"""What follows the rules: settings, suppression comments, several contexts of a file, findings of the run itself."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.linter.checking.file_result import FileResult
from hotlint.linter.checking.projects import Projects
from hotlint.linter.diagnostic import MARK, SEVERITIES, Diagnostic, sort_and_dedupe
from hotlint.linter.packs.registry import Registry
from hotlint.linter.run_diagnostics import (
    BadConfiguration,
    BrokenPack,
    UnreadPlugin,
    misnamed_configuration,
    run_diagnostic,
)
from hotlint.linter.settings.finder import Finder
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hotlint.analysis.composition.template_context import DeploymentContext
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


def run_level_diagnostics(finder: Finder, packs: Registry, projects: Projects) -> list[tuple[str, Diagnostic]]:
    """Return the findings in configurations, rule packs, cloud snapshots and plugins, each with its file."""
    found = [(c.path, d) for c in finder.opened() for d in c.problems]
    found += [(path, misnamed_configuration(path)) for path in finder.misnamed]
    for problem in packs.problems:
        message = f"rule pack '{problem.pack}' could not be loaded: {problem.message}"
        found.append((problem.pack, run_diagnostic(BrokenPack, message)))
    found += [(p, run_diagnostic(BadConfiguration, why)) for p, why in projects.snapshots.problems.items()]
    for unread in projects.plugin_problems:
        message = f"plugin '{os.path.basename(unread.path)}' cannot be read completely: {unread.message}"
        found.append((unread.path, run_diagnostic(UnreadPlugin, message, Span(unread.offset, unread.offset))))
    return found
