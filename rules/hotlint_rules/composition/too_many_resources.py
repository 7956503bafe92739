from __future__ import annotations

from hotlint.analysis.composition.uses import DEPTH_LIMIT, Use
from hotlint.analysis.composition.value_origins import property_snippet
from hotlint.language.values import EvaluationError
from hotlint.rule import Checked, Example, Mapping, Resource, Rule, RuleContext, Template, TemplateContext

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
            yield ctx.report(section, f"the template has {own:,} resources, {allowed}")
            return
        nested = {name: _nested(context, resource) for name, resource in template.resources.items()}
        total = own + sum(nested.values())
        if total > limit:
            name = max(nested, key=lambda name: nested[name])
            message = f"resource '{name}' has {nested[name]:,} of the stack's {total:,} resources, {allowed}"
            entry = template.resources[name].fields.get("type")
            place = entry.value if entry is not None else section
            values = [property_snippet(template, template.resources[name], (size,)) for size in _SIZES]
            yield ctx.report(place, message, severity="warning", values=values)


def _count(context: TemplateContext) -> int:
    """Return the least number of resources of a stack and of all that is nested in it."""
    resources = context.template.resources.values()
    return sum(_exists(context, resource) for resource in resources) + sum(_nested(context, r) for r in resources)


def _exists(context: TemplateContext, resource: Resource) -> bool:
    try:
        return context.evaluation.condition_value(resource) is True
    except EvaluationError:
        return False


def _nested(context: TemplateContext, resource: Resource) -> int:
    """Return the least number of resources in the stacks that a resource creates."""
    if not resource.type or not _exists(context, resource):
        return 0
    return sum(_of_use(context, resource, use) for use in context.uses(resource))


def _of_use(context: TemplateContext, resource: Resource, use: Use) -> int:
    """Return the members of a group and what is in them: each member has at least what the first and a later one have."""
    context.evaluation.meter.spend(1)
    if use.size is None or use.size <= 0:
        return 0
    members = use.size if use.member else 0
    if use.kind.location is None or use.depth >= DEPTH_LIMIT:
        return members
    names = list(use.names(_MEMBERS)) if use.member else [None]
    children = [context.child_of(resource, use, name) for name in {names[0]: 0, names[-1]: 0}]
    return members + use.size * min(_count(child) if child is not None else 0 for child in children)
