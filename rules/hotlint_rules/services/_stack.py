"""The resources of a template as records of a stack, which the types judge as neighbors."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint import heat_types
from hotlint.language.values import EvaluationError
from hotlint.rule import ResourceType, RuleContext, Scalar
from hotlint.stacks.creation_order import CreationOrder
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.resource import PlainResource
from hotlint_rules.resources._cloud import Deployed, deployed


def neighbors(ctx: RuleContext) -> tuple[Neighbors, dict[int, Deployed]]:
    """Return the resources that a stack of the template makes, and by the identity of each where it is written."""
    written = deployed(ctx)
    resources = [_record(owner, ctx) for owner in written]
    stated = {name: frozenset(_stated(ctx, name)) for name in ctx.template.resources}
    order = CreationOrder(resources, stated, heat_types.waited_for)
    grouped = {one.name for one in resources if one.path}
    cloud = ctx.template_context.catalog.cloud
    stack = Neighbors(
        resources,
        order,
        cloud,
        lambda name: _is_opaque(name, grouped, ctx),
        lambda name, owner: _is_got(name, owner, ctx),
    )
    return stack, {id(one): owner for one, owner in zip(resources, written, strict=True)}


def _record(owner: Deployed, ctx: RuleContext) -> PlainResource:
    resource = owner.resource
    try:
        is_certain = ctx.template_context.evaluation.condition_value(resource) is True
    except EvaluationError:
        is_certain = False
    node = resource.field("condition")
    condition = (node.value,) if isinstance(node, Scalar) else ()
    return PlainResource(resource.name, owner.type.name, owner.values, owner.path, condition, is_certain)


def _is_opaque(name: str, grouped: set[str], ctx: RuleContext) -> bool:
    """Return whether it is not known in detail what a resource makes: a nested stack, or a group without a known member."""
    resource, context = ctx.template.resources[name], ctx.template_context
    kind = context.resolved_type(resource) if resource.type else None
    if kind is None or kind.location is not None or not isinstance(kind.type, ResourceType):
        return True
    return bool(context.uses(resource)) and name not in grouped


def _is_got(name: str, owner: str, ctx: RuleContext) -> bool:
    """Return whether an output, or another resource than `owner`, gets a resource or an attribute of it."""
    return any(
        any(target.kind in ("resource", "ref") and target.name == name for target in call.targets)
        for part, call in ctx.template.calls()
        if part.owner.section == "outputs" or part.owner.name != owner
    )


def _stated(ctx: RuleContext, name: str) -> Iterator[str]:
    """Yield the names of the resources that a resource refers to, or states that it depends on."""
    template, evaluation = ctx.template, ctx.template_context.evaluation
    resource = template.resources[name]
    yield from (str(node.value) for node in resource.depends_on() if node.value in template.resources)
    for part in template.parts_of(resource):
        for call in part.calls:
            if evaluation.is_taken(call):
                names = (target.name for target in call.targets if target.kind in ("resource", "ref"))
                yield from (n for n in names if n in template.resources and n != name)
