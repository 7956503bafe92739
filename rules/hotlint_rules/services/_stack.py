"""The resources of a template as records of a stack, which the types judge as neighbors."""

from __future__ import annotations

from hotlint.rule import ResourceType, RuleContext
from hotlint.stacks.neighbors import Neighbors
from hotlint_rules._deployment import deployment


def neighbors(ctx: RuleContext) -> Neighbors:
    """Return the resources that a stack of the template makes; of each group, the first member of each definition."""
    stack = deployment(ctx).root
    grouped = {one.written_name for one in stack.judged if one.path}
    return Neighbors(
        stack.judged,
        stack.order,
        ctx.template_context.catalog.cloud,
        lambda name: _is_opaque(name, grouped, ctx),
        lambda name, owner: _is_got(name, owner, ctx),
    )


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
