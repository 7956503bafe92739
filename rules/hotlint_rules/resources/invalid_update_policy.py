from __future__ import annotations

import re
from collections.abc import Mapping

from hotlint import heat_types
from hotlint.analysis.composition.value_origins import snippet_at
from hotlint.language.values import Partial, Value
from hotlint.resource_types.validation import check_update_policy
from hotlint.rule import Checked, Example, PropertyProblem, Resource, ResourceType, Rule, RuleContext, Target
from hotlint_rules.resources._properties import place, severity


class InvalidUpdatePolicy(Rule):
    """The update_policy of a resource has an unknown key or an invalid value.

    Heat refuses the stack. Only a few types have an update policy, mostly groups.
    """

    code = "HOT509"
    name = "invalid-update-policy"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  nothing:
    type: OS::Heat::Value
    properties: {value: 1}
    update_policy: {rolling_update: {max_batch_size: 1}}
    ^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: OS::Heat::RandomString}
    update_policy: {rolling_update: {max_batch_size: 1}}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        part = ctx.template.part(resource, "update_policy")
        found = ctx.template_context.resource_type(resource) if part is not None else None
        if part is None or not isinstance(found, ResourceType) or found.placeholder:
            return
        values, referring = ctx.template_context.section(part.snippet)
        if not values:
            return
        if not found.update_policy:
            entry = resource.fields["update_policy"]
            message = f"{found.name} has no update policy; remove 'update_policy'"
            yield ctx.report(Target(entry, "key"), message, severity=ctx.call_severity(part))
            return
        checked = check_update_policy(found, values, referring=referring, references=ctx.template_context.references())
        for problem in checked.problems:
            target = place(resource, problem, "update_policy")
            level, values_judged = severity(resource, problem, ctx), [snippet_at(part.snippet, problem.path)]
            yield ctx.report(target, problem.message, severity=level, values=values_judged)
        yield from _pause_time(found.name, checked.values, resource, ctx)


_DURATION = r"PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$"
_LONGEST_PAUSE = 3600


def _pause_time(type_name: str, values: Mapping[str, Value], resource: Resource, ctx: RuleContext) -> Checked:
    """Yield a finding for a pause that is not a duration, or that is longer than an hour."""
    name = heat_types.of(type_name).rolling_policy
    policy = values.get(name)
    known = policy.known if isinstance(policy, Partial) else policy
    pause = known.get("PauseTime") if isinstance(known, dict) else None
    if not isinstance(pause, str):
        return
    found = re.match(_DURATION, pause)
    seconds = (
        sum(int(n or 0) * context for n, context in zip(found.groups(), (3600, 60, 1), strict=True)) if found else None
    )
    if seconds is not None and seconds <= _LONGEST_PAUSE:
        return
    wrong = "must be a duration such as 'PT5M30S'" if seconds is None else "must be at most one hour ('PT1H')"
    path = (name, "PauseTime")
    problem = PropertyProblem(
        path, "value", "invalid-combination", f"'PauseTime' of {type_name} {wrong}, not '{pause}'"
    )
    part = ctx.template.part(resource, "update_policy")
    level, judged = severity(resource, problem, ctx), [snippet_at(part.snippet, path)] if part is not None else []
    yield ctx.report(place(resource, problem, "update_policy"), problem.message, severity=level, values=judged)
