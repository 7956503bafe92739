from __future__ import annotations

from collections.abc import Sequence

from hotlint.analysis.composition.uses import DEPTH_LIMIT, INLINE
from hotlint.analysis.files.client_files import upload_blocker
from hotlint.rule import Checked, Example, Resource, Rule, RuleContext, Target, TemplateContext, Use

_LINKS = {
    f"n{i}.yaml": f"heat_template_version: 2018-08-31\nresources: {{next: {{type: n{i + 1}.yaml}}}}\n"
    for i in range(1, 6)
}


class NestedTooDeep(Rule):
    """Stacks are nested deeper than Heat allows.

    Heat's default limit is five levels below the root (max_nested_stack_depth); each nested template and each group is one
    level. Heat refuses the stack, unless the site has another limit.
    """

    code = "HOT608"
    name = "nested-too-deep"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  one:
    type: n1.yaml
          ^^^^^^^
""",
            files={**_LINKS, "n6.yaml": "heat_template_version: 2018-08-31\n"},
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  one:
    type: n2.yaml
""",
            files={**_LINKS, "n6.yaml": "heat_template_version: 2018-08-31\n"},
        )
    ]

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        context = ctx.template_context
        if context.depth or not ctx.is_enabled(resource):
            return
        if deepest(context, resource) > DEPTH_LIMIT and upload_blocker(context.project, context.path) is None:
            message = (
                f"resource '{resource.name}' nests stacks more than {DEPTH_LIMIT} levels deep, which is Heat's limit"
            )
            yield ctx.report(Target(uses[0].node), message)


def deepest(context: TemplateContext, resource: Resource) -> int:
    """Return how many stacks are above the deepest one that a resource creates, at most one more than the limit."""
    found = context.depth
    for use in context.uses(resource):
        if use.size == 0 or use.type_name == INLINE:
            continue
        found = max(found, use.depth + (use.kind.location is not None))
        child = context.child_of(resource, use)
        if child is not None:
            found = max(found, below(child))
    return found


def below(context: TemplateContext) -> int:
    """Return the same for all resources of a nested template, memoized for all uses at this depth and registry."""

    def work() -> int:
        context.project.document(context.path)
        found = context.depth
        for resource in context.template.resources.values():
            found = max(found, deepest(context, resource))
            if found > DEPTH_LIMIT:
                break
        return found

    return context.project.memoize(("depth", context.path, context.depth, context.environment.registry.key), work)
