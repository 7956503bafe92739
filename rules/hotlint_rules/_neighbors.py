"""The resources of a deployment as records of a stack, which the types judge as neighbors."""

from __future__ import annotations

from hotlint.rule import RuleContext
from hotlint.stacks.neighbors import Neighbors


def neighbors(ctx: RuleContext) -> Neighbors:
    """Return the resources that the template makes, with those of its nested stacks and the members of its groups."""
    found = ctx.deployment
    resources, opaque = found.judged()
    return Neighbors(
        resources, opaque, found.root, ctx.template_context.catalog.cloud, lambda name, owner: _is_got(name, owner, ctx)
    )


def _is_got(name: str, owner: str, ctx: RuleContext) -> bool:
    """Return whether an output, or another resource than `owner`, gets a resource or an attribute of it."""
    getters = ctx.memoize("getters of resources", lambda: _getters(ctx))
    return any(section == "outputs" or getter != owner for section, getter in getters.get(name, ()))


def _getters(ctx: RuleContext) -> dict[str, set[tuple[str, str]]]:
    """Return what gets each resource, or an attribute of it, by section and name."""
    found: dict[str, set[tuple[str, str]]] = {}
    for part, call in ctx.template.calls():
        for target in call.targets:
            if target.kind in ("resource", "ref"):
                found.setdefault(target.name, set()).add((part.owner.section, part.owner.name))
    return found
