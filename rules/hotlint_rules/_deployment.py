"""Shared by the rules across resources: the template as Heat would deploy it."""

from __future__ import annotations

from hotlint.dry_run.expansion import ExpandedDeployment, ExpandedResource, expanded
from hotlint.rule import RuleContext


def deployment(ctx: RuleContext) -> ExpandedDeployment:
    """Return the template as the outermost stack of a deployment."""
    return ctx.memoize("deployment", lambda: expanded(ctx.template_context))


def deployed(ctx: RuleContext) -> list[ExpandedResource]:
    """Return the resources of a template, and of each of its groups the first member; none that are disabled."""
    return deployment(ctx).root.judged
