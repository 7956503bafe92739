"""Shared by the rules on what a cloud has: the values of a template that name things of it, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint import heat_types
from hotlint.analysis.composition.uses import Path
from hotlint.analysis.composition.value_origins import property_snippet
from hotlint.analysis.template import node_at
from hotlint.common.records import NamedTuple
from hotlint.dry_run.expansion import ExpandedResource
from hotlint.heat_types.cloud_values import CloudValue, cloud_values
from hotlint.language.functions.base import Call, Snippet
from hotlint.language.values import EvaluationError
from hotlint.rule import ResourceType, RuleContext, Target, TemplateContext


def target(owner: ExpandedResource, path: Path) -> Target:
    """Return the place of a property of a resource, as far as it is written in the template."""
    section = owner.resource.fields.get("properties")
    if section is None:
        return Target(owner.resource.fields["type"])
    node, entry = node_at(section.value, (*owner.path, *path))
    return Target(entry) if entry is not None and entry.value is node else Target(node)


def judged(
    owner: ExpandedResource, path: Path, message: str, ctx: RuleContext, *others: ExpandedResource | None
) -> list[Snippet]:
    """Return the function calls whose values a message judges: that at a path of a resource, and those whose values it shows.

    The latter are in the properties of the resource, or of `others`.
    """
    own = property_snippet(ctx.template, owner.resource, (*owner.path, *path)) if path else None
    found = [own] if isinstance(own, Call) else []
    for one in (owner, *others):
        written = property_snippet(ctx.template, one.resource, one.path) if one is not None else None
        found += [call for call in _outermost(written) if _is_shown(call, message, ctx)]
    return found


def _outermost(snippet: Snippet) -> Iterator[Call]:
    """Yield the calls of a snippet that are in no other call."""
    if isinstance(snippet, Call):
        yield snippet
    elif isinstance(snippet, dict | list):
        for item in snippet.values() if isinstance(snippet, dict) else snippet:
            yield from _outermost(item)


def _is_shown(call: Call, message: str, ctx: RuleContext) -> bool:
    """Return whether a message shows the value of a call as a word; a single letter or digit is not enough."""
    try:
        value = ctx.template_context.evaluation.resolve(call)
    except EvaluationError:
        return False
    text = str(value) if isinstance(value, str | int) else ""
    is_there = len(text) > 1 and text in message  # first: an expression is compiled for each text
    return is_there and re.search(rf"(?<![\w.:/-]){re.escape(text)}(?![\w/-])", message) is not None


class NamedThing(NamedTuple):
    """A value that names a thing of the cloud, and the resource that it is a property of."""

    owner: ExpandedResource
    found: CloudValue

    @property
    def subject(self) -> str:
        """The words for the property: "'image' of OS::Nova::Server"."""
        name = next(step for step in reversed(self.found.path) if isinstance(step, str))
        return f"'{name}' of {self.owner.type}"


def named_things(ctx: RuleContext) -> list[NamedThing]:
    """Return the values in the properties of a template that name things of the cloud."""
    return ctx.memoize(
        "cloud named things",
        lambda: [
            NamedThing(owner, found)
            for owner in ctx.deployment.root.judged
            if isinstance(owner.kind.type, ResourceType)
            for found in cloud_values(owner.kind.type, owner.values)
        ],
    )


def made_names(ctx: RuleContext) -> frozenset[tuple[str, str]]:
    """Return (kind, name) of the things that the template, or one above it, makes under a name that is known."""
    return ctx.memoize("cloud made names", lambda: frozenset(_made(ctx.template_context)))


def _made(context: TemplateContext | None) -> Iterator[tuple[str, str]]:
    while context is not None:
        for resource in context.template.resources.values():
            kind = heat_types.of(context.resolved_type(resource).type.name).makes if resource.type else ""
            checked = context.properties(resource) if kind else None
            name = checked.values.get("name") if checked is not None else None
            if kind and isinstance(name, str):
                yield kind, name
        context = context.parent
