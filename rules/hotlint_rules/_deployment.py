"""Shared by the rules across resources: the template as Heat would deploy it."""

from __future__ import annotations

from hotlint.dry_run.expansion import ExpandedDeployment, ExpandedResource, expanded
from hotlint.rule import ResourceType, RuleContext, Template, Use


def deployment(ctx: RuleContext) -> ExpandedDeployment:
    """Return the template as the outermost stack of a deployment."""
    return ctx.memoize("deployment", lambda: expanded(ctx.template_context))


def deployed(ctx: RuleContext) -> list[ExpandedResource]:
    """Return the resources of a template, and of each of its groups the first member; none that are disabled."""
    return deployment(ctx).root.judged


def use_template(use: Use, ctx: RuleContext) -> Template | None:
    """Return the nested template of a use; None where it cannot be read."""
    location = use.kind.location
    if location is None or location.path is None or not isinstance(use.kind.type, ResourceType):
        return None
    return ctx.template_context.project.template_of(ctx.template_context.project.document(location.path))
