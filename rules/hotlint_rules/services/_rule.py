"""Base of the rules on what services refuse."""

from __future__ import annotations

from collections.abc import Sequence

from hotlint.rule import Checked, Resource, Rule, RuleContext, Template, Use
from hotlint_rules.services.by_type import MODULES

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import ClassVar

    from hotlint_rules.services._limits import Kind


class ServiceRule(Rule):
    """Base of the rules that report one kind of refusal: that of `refusal`."""

    refusal: ClassVar[Kind]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if not ctx.memoize("services refuse", lambda: _concerns(ctx)):
            return ()
        from hotlint_rules.services._findings import report  # most templates do without

        return report(self.refusal, ctx)

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        from hotlint_rules.composition._nested import child_problems, nested_finding, validated  # most have none

        for use in validated(uses, resource, ctx):
            found = [d for d in child_problems(resource, use, ctx) if d.code == self.code]
            if found:
                yield nested_finding(found, use, ctx)


def _concerns(ctx: RuleContext) -> bool:
    """Return whether a template has a resource, or members of a group, that services may refuse."""
    context = ctx.template_context
    return any(
        context.resource_type(resource).name in MODULES
        or any(use.member and use.kind.type.name in MODULES for use in context.uses(resource))
        for resource in ctx.template.resources.values()
        if resource.type
    )
