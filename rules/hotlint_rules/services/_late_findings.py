"""The findings of HOT555 about properties: those of the rules on properties, with the cause of each."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.rule import (
    Diagnostic,
    PropertyProblem,
    Resource,
    RuleContext,
    TemplateContext,
    finding_cause,
    value_cause,
)
from hotlint_rules._late_problems import fails_later, is_consequence
from hotlint_rules.resources.property_problems import RULE_OF_KIND


def late_findings(problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Iterator[Diagnostic]:
    """Yield the findings about a problem with which the creation of this nested stack fails for certain."""
    if not fails_later(problem, resource, ctx) or is_consequence(problem, resource, ctx):
        return
    rule = RULE_OF_KIND.get(problem.kind)
    if rule is None:
        return
    for found in rule().found(problem._replace(later=False), resource, ctx):
        yield found._replace(causes=_causes(found, rule.code, ctx.template_context))


def _causes(found: Diagnostic, code: str, context: TemplateContext) -> tuple[str, ...]:
    """Return the cause: the value that a template above passes, or the finding that the template has by itself."""
    passed = [place for place in found.related if place.words and place.path in context.chain]
    if not passed:
        return (finding_cause(context.path, code, found.span),)
    return (value_cause(passed[-1].path or "", passed[-1].span.start, f"{code} {found.message.partition(' (')[0]}"),)
