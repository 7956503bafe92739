from __future__ import annotations

from collections.abc import Sequence

from hotlint.analysis.client_files import upload_blocker
from hotlint.analysis.context import TemplateContext
from hotlint.analysis.template import Resource
from hotlint.analysis.uses import DEPTH_LIMIT, INLINE, Use
from hotlint.linter.rule import Checked, Context, Example, Rule, Target

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

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: Context) -> Checked:
        unit = ctx.unit
        if unit.depth or not ctx.is_enabled(resource):
            return
        if deepest(unit, resource) > DEPTH_LIMIT and upload_blocker(unit.project, unit.path) is None:
            message = (
                f"resource '{resource.name}' nests stacks more than {DEPTH_LIMIT} levels deep, which is Heat's limit"
            )
            yield ctx.report(Target(uses[0].node), message)


def deepest(unit: TemplateContext, resource: Resource) -> int:
    """Return how many stacks are above the deepest one that a resource creates, at most one more than the limit."""
    found = unit.depth
    for use in unit.uses(resource):
        if use.size == 0 or use.type_name == INLINE:
            continue
        found = max(found, use.depth + (use.kind.location is not None))
        child = unit.child_of(resource, use)
        if child is not None:
            found = max(found, below(child))
    return found


def below(unit: TemplateContext) -> int:
    """Return the same for all resources of a nested template, memoized for all uses at this depth and registry."""

    def work() -> int:
        unit.project.document(unit.path)
        found = unit.depth
        for resource in unit.template.resources.values():
            found = max(found, deepest(unit, resource))
            if found > DEPTH_LIMIT:
                break
        return found

    return unit.project.memoize(("depth", unit.path, unit.depth, unit.environment.registry.key), work)
