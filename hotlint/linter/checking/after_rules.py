"""What follows the rules: settings, suppression comments, several contexts, findings of the run, one cause, redaction.

Findings of one file that have the same cause are folded into one finding, which lists the other places. Examples of one cause are a
missing file that the template names twice, an error in a nested template that the template uses twice, and a misspelled definition
whose uses are all undefined.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.common.counts import counted
from hotlint.linter.checking.file_result import FileResult
from hotlint.linter.checking.projects import Projects
from hotlint.linter.diagnostic import MARK, SEVERITIES, Diagnostic, Fix, Related, Safety, sort_and_dedupe
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

    from hotlint.analysis.composition.template_context import DeploymentContext, TemplateContext
    from hotlint.dry_run.redaction import Redactor
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


def wanted(found: list[Diagnostic], settings: Settings, by_code: Mapping[str, Rule]) -> list[Diagnostic]:
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


RELATED_LIMIT = 5
"""The maximal number of places with the same cause in a finding. If there are more, the last one says how many."""
SAME = "same problem here"
_APART = ("version ", "type ")
"""How causes begin whose places are findings of their own, since each can be repaired alone: an old version, an unknown type."""


def fold(found: list[Diagnostic]) -> list[Diagnostic]:
    """Return the findings of a file, with those of the same cause folded into the most severe one, or the first of these."""
    groups: dict[tuple[object, ...], list[Diagnostic]] = {}
    for finding in found:
        if finding.causes and not finding.causes[0].startswith(_APART):
            groups.setdefault((finding.rule, frozenset(finding.causes)), []).append(finding)
    folded: dict[int, Diagnostic | None] = {}
    for group in groups.values():
        if len(group) > 1:
            first = min(group, key=lambda d: SEVERITIES.index(d.severity))
            others = [d for d in group if d is not first]
            folded |= dict.fromkeys(map(id, others))
            fixes = _joined(first, others) if first.is_name else first.fixes
            folded[id(first)] = first._replace(related=(*first.related, *_places(others)), fixes=fixes)
    kept = (folded.get(id(d), d) for d in found)
    return [d._replace(causes=()) if d.is_name else d for d in kept if d is not None]


def _joined(first: Diagnostic, others: list[Diagnostic]) -> tuple[Fix, ...]:
    """Return the fixes of a finding. The preferred fix includes the edits of all findings with the same fix."""
    if not first.fixes or not all(d.fixes and d.fixes[0].title == first.fixes[0].title for d in others):
        return first.fixes
    edits = dict.fromkeys(edit for d in (first, *others) for edit in d.fixes[0].edits)
    safety: Safety = "unsafe" if any(d.fixes[0].safety == "unsafe" for d in (first, *others)) else "safe"
    return (first.fixes[0]._replace(edits=tuple(sorted(edits)), safety=safety), *first.fixes[1:])


def _places(others: list[Diagnostic]) -> list[Related]:
    places = [Related(SAME, d.span) for d in others[:RELATED_LIMIT]]
    if len(others) > RELATED_LIMIT:
        places[-1] = Related(and_more(len(others) - RELATED_LIMIT), places[-1].span)
    return places


def and_more(count: int) -> str:
    """Return the message of the last place that is listed, where `count` more have the same cause."""
    return f"{SAME}, and at {counted(count, 'more place')}"


def redacted(found: list[Diagnostic], context: TemplateContext) -> list[Diagnostic]:
    """Return diagnostics with secrets redacted in their messages. The edits of fixes are left: they are for the file."""
    redactor = redactor_of(context)
    return [_redacted(d, redactor) for d in found] if redactor is not None else found


def redactor_of(context: TemplateContext) -> Redactor | None:
    """Return the redactor of a template's secrets; None if it has none.

    Secrets are the values of hidden parameters of the template, of the stacks that use it, and of its nested templates, if
    an environment sets them.
    """
    above: TemplateContext | None = context
    while above is not None and not any(p.hidden for p in above.template.parameters.values()):
        above = above.parent
    if above is None and not context.project.users and not context.environment.defaults:
        return None
    from hotlint.dry_run.secrets import secrets_of

    redactor = secrets_of(context)
    return redactor if redactor.has_secrets else None


def _redacted(found: Diagnostic, redactor: Redactor) -> Diagnostic:
    message = redactor.message(found.message)
    related = tuple(r._replace(message=redactor.message(r.message)) for r in found.related)
    fixes = tuple(f._replace(title=redactor.message(f.title)) for f in found.fixes)
    return found._replace(message=message, related=related, fixes=fixes)
