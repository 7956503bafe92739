"""Shared by the rules on functions and on properties: mappings that are calls of a function whose name is misspelled."""

from __future__ import annotations

from collections.abc import Iterable

from hotlint.analysis.template import node_at
from hotlint.common.suggestions import closest_matches, unambiguous_match
from hotlint.language import functions
from hotlint.resource_types.validation.model import Path
from hotlint.rule import (
    ArgumentError,
    Call,
    Diagnostic,
    Entry,
    Mapping,
    Node,
    Part,
    PropertyProblem,
    Resource,
    RuleContext,
    Target,
)


def possible_functions(part: Part, entry: Entry, ctx: RuleContext) -> list[str]:
    """Return the functions that the only key of a mapping may be meant to be, the most likely first."""
    if entry.name in functions.NAMES:
        return []
    return closest_matches(entry.name, functions.available(ctx.template.version, part.context))


def misspelled_call(
    problem: PropertyProblem, resource: Resource, ctx: RuleContext, within: Path = ()
) -> tuple[Part, Entry] | None:
    """Return the misspelled call that has the wrong type as the value of a property; None for any other problem.

    `within` leads from the properties of the resource to those that the problem is in: of a group's members, say.
    """
    section = resource.fields.get("properties")
    if problem.kind != "wrong-type" or section is None or not ctx.template.suspects:
        return None
    inside, _ = node_at(section.value, within)
    return _suspect(node_at(inside, problem.path)[0], ctx.template.suspects, ctx)


def misspelled_argument(error: ArgumentError, call: Call, part: Part, ctx: RuleContext) -> Entry | None:
    """Return the misspelled call that is the wrong argument of a function; None for any other error."""
    if not part.suspects:
        return None
    node = ctx.argument(call, error.path).node
    found = _suspect(node.value if isinstance(node, Entry) else node, [(part, entry) for entry in part.suspects], ctx)
    return found[1] if found is not None else None


def with_function(found: Diagnostic, part: Part, entry: Entry, ctx: RuleContext) -> Diagnostic:
    """Return the finding about a value that is a misspelled call, with the function that is meant and a fix."""
    names = possible_functions(part, entry, ctx)
    target = Target(entry, "key")
    fix = ctx.rename_fix(target, unambiguous_match(entry.name, names), "unsafe")
    message = f"{found.message}; unknown function '{entry.name}' (did you mean '{names[0]}'?)"
    return ctx.report(target, message, severity=found.severity, related=found.related, fix=fix)


def _suspect(node: Node, suspects: Iterable[tuple[Part, Entry]], ctx: RuleContext) -> tuple[Part, Entry] | None:
    if not isinstance(node, Mapping) or len(node.entries) != 1:
        return None
    found = (s for s in suspects if s[1] is node.entries[0])
    return next((s for s in found if possible_functions(*s, ctx)), None)
