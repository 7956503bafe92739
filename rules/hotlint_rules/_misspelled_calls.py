"""Shared by the rules on functions and on properties: mappings that are calls of a function whose name is misspelled."""

from __future__ import annotations

from hotlint.analysis.template import Part, Resource, node_at
from hotlint.common.suggestions import closest_matches
from hotlint.language import functions
from hotlint.linter.rule import Context
from hotlint.resource_types.validation import PropertyProblem
from hotlint.syntax.nodes import Entry, Mapping


def possible_functions(part: Part, entry: Entry, ctx: Context) -> list[str]:
    """Return the functions that the only key of a mapping may be meant to be, the most likely first."""
    if entry.name in functions.NAMES:
        return []
    return closest_matches(entry.name, functions.available(ctx.template.version, part.context))


def misspelled_call(problem: PropertyProblem, resource: Resource, ctx: Context) -> tuple[Part, Entry] | None:
    """Return the misspelled call that has the wrong type as the value of a property; None for any other problem."""
    section = resource.fields.get("properties")
    if problem.kind != "wrong-type" or section is None or not ctx.template.suspects:
        return None
    node, _ = node_at(section.value, problem.path)
    if not isinstance(node, Mapping) or len(node.entries) != 1:
        return None
    suspects = (s for s in ctx.template.suspects if s[1] is node.entries[0])
    return next((s for s in suspects if possible_functions(*s, ctx)), None)
