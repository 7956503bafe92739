from __future__ import annotations

from hotlint.analysis.composition.uses import Use
from hotlint.analysis.composition.value_origins import property_snippet
from hotlint.dry_run.expansion import ExpandedResource, MemberStack, TemplateStack
from hotlint.rule import Checked, Example, Mapping, Rule, RuleContext, Template

_MEMBERS = 100
_SIZES = ("count", "desired_capacity", "min_size")
"""Members of a group whose names are made: a group may have billions."""


class TooManyResources(Rule):
    """A stack has more resources than Heat allows, those of its nested stacks included.

    Heat's default limit is 1,000 (max_resources_per_stack). Heat refuses a template or a nested stack with more; if only all of
    them together have more, the creation fails at the nested stack that exceeds the limit. The setting `resource_limit` says
    what a site allows. What is nested is a warning, since a site with such groups may have a higher limit.
    """

    code = "HOT645"
    name = "too-many-resources"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  many:
    type: OS::Heat::ResourceGroup
          ^^^^^^^^^^^^^^^^^^^^^^^
    properties:
      count: 1200
      resource_def: {type: OS::Heat::RandomString}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  many:
    type: OS::Heat::ResourceGroup
    properties:
      count: 900
      resource_def: {type: OS::Heat::RandomString}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        context = ctx.template_context
        limit = context.project.resource_limit
        section = template.document.root.entry("resources") if isinstance(template.document.root, Mapping) else None
        if context.depth or limit < 0 or section is None:
            return
        own = len(template.resources)
        allowed = f"more than Heat's limit of {limit:,} (max_resources_per_stack; setting resource_limit)"
        if own > limit:
            yield ctx.report(section.key, f"the template has {own:,} resources, {allowed}")
            return
        nested = {name: _within(record) for name, record in ctx.deployment.root.resources.items()}
        total = own + sum(nested.values())
        if total > limit:
            name = max(nested, key=lambda name: nested[name])
            message = f"resource '{name}' has {nested[name]:,} of the stack's {total:,} resources, {allowed}"
            entry = template.resources[name].fields.get("type")
            place = entry.value if entry is not None else section.key
            values = [property_snippet(template, template.resources[name], (size,)) for size in _SIZES]
            yield ctx.report(place, message, severity="warning", values=values)


def _count(stack: TemplateStack) -> int:
    """Return the least number of resources of a stack and of all that is nested in it."""
    return sum(1 + _within(record) for record in stack.resources.values() if record.is_certain)


def _within(record: ExpandedResource) -> int:
    """Return the least number of resources in the stacks that a resource creates."""
    if not record.is_certain:
        return 0
    record.context.evaluation.spend(1)
    inside = record.inside
    if isinstance(inside, MemberStack):
        return sum(_of_members(inside, use) for use in inside.uses)
    return _count(inside) if isinstance(inside, TemplateStack) else 0


def _of_members(stack: MemberStack, use: Use) -> int:
    """Return the members of one definition and what is in them: each has at least what the first and a later one have."""
    size = max(use.size or 0, 0)
    if not size or use.kind.location is None:
        return size
    members = stack.first(_MEMBERS, use)
    stacks = [member.inside for member in (members[0], members[-1])]
    return size + size * min(_count(inner) if isinstance(inner, TemplateStack) else 0 for inner in stacks)
