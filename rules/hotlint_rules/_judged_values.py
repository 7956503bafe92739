"""Shared by the rules on properties: the values that their findings are about."""

from __future__ import annotations

from hotlint.analysis.composition.value_origins import property_snippet
from hotlint.language.functions.base import Path, Snippet
from hotlint.rule import Call, PropertyProblem, Resource, RuleContext


def judged_values(problem: PropertyProblem, resource: Resource, ctx: RuleContext, above: Path = ()) -> list[Snippet]:
    """Return the calls whose values a problem is about; none for what is written out. `above` leads to the properties."""
    paths = [problem.path[:-1] if problem.part == "key" else problem.path]
    if problem.compared is not None:
        paths.append((*problem.path[:-1], problem.compared))
    found = [property_snippet(ctx.template, resource, (*above, *path)) for path in paths]
    return [snippet for snippet in found if isinstance(snippet, Call)]
