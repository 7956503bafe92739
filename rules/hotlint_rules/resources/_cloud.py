"""Shared by the rules on what a cloud has: the values of a template that name things of it, each with its place."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.composition.uses import Path
from hotlint.analysis.template import node_at
from hotlint.common.records import NamedTuple
from hotlint.language.values import Value
from hotlint.resource_types.cloud_values import MAKERS, CloudValue, cloud_values
from hotlint.resource_types.validation import check_properties
from hotlint.rule import Resource, ResourceType, RuleContext, Target, TemplateContext


class Deployed(NamedTuple):
    """A resource, or the first member of a group, with the values of its properties. `path` leads to these from the group's."""

    type: ResourceType
    values: dict[str, Value]
    resource: Resource
    path: Path = ()

    def target(self, path: Path) -> Target:
        """Return the place of a property, as far as it is written in the template."""
        section = self.resource.fields.get("properties")
        if section is None:
            return Target(self.resource.fields["type"])
        node, entry = node_at(section.value, (*self.path, *path))
        return Target(entry) if entry is not None and entry.value is node else Target(node)


class NamedThing(NamedTuple):
    """A value that names a thing of the cloud, and the resource that it is a property of."""

    owner: Deployed
    found: CloudValue

    @property
    def subject(self) -> str:
        """The words for the property: "'image' of OS::Nova::Server"."""
        name = next(step for step in reversed(self.found.path) if isinstance(step, str))
        return f"'{name}' of {self.owner.type.name}"


def deployed(ctx: RuleContext) -> list[Deployed]:
    """Return the resources of a template, and of each of its groups the first member; none that are disabled."""
    return ctx.memoize("cloud deployed", lambda: list(_deployed(ctx)))


def named_things(ctx: RuleContext) -> list[NamedThing]:
    """Return the values in the properties of a template that name things of the cloud."""
    return ctx.memoize(
        "cloud named things",
        lambda: [
            NamedThing(owner, found) for owner in deployed(ctx) for found in cloud_values(owner.type, owner.values)
        ],
    )


def made_names(ctx: RuleContext) -> frozenset[tuple[str, str]]:
    """Return (kind, name) of the things that the template, or one above it, makes under a name that is known."""
    return ctx.memoize("cloud made names", lambda: frozenset(_made(ctx.template_context)))


def _deployed(ctx: RuleContext) -> Iterator[Deployed]:
    context = ctx.template_context
    for resource in ctx.template.resources.values():
        if not resource.type or not ctx.is_enabled(resource):
            continue
        kind = context.resolved_type(resource)
        checked = context.properties(resource) if kind.location is None else None
        if checked is not None and isinstance(kind.type, ResourceType) and not kind.type.any_properties:
            yield Deployed(kind.type, checked.values, resource)
        for use in context.uses(resource):
            values = use.values() if use.member and use.kind.location is None else None
            if values is not None and isinstance(use.kind.type, ResourceType) and use.size != 0:
                yield Deployed(use.kind.type, check_properties(use.kind.type, values).values, resource, use.path)


def _made(context: TemplateContext | None) -> Iterator[tuple[str, str]]:
    while context is not None:
        for resource in context.template.resources.values():
            kind = MAKERS.get(context.resolved_type(resource).type.name) if resource.type else None
            checked = context.properties(resource) if kind is not None else None
            name = checked.values.get("name") if checked is not None else None
            if kind is not None and isinstance(name, str):
                yield kind, name
        context = context.parent
