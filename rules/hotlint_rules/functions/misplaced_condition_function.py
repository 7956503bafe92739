from __future__ import annotations

from hotlint.language import functions, versions
from hotlint.language.functions.base import Snippet
from hotlint.rule import Call, Checked, Example, Rule, RuleContext, Target, Template


class MisplacedConditionFunction(Rule):
    """A condition function (equals, not, and, or) is used outside of conditions.

    These functions work only in conditions: in the section `conditions`, under `condition`, and as the first argument of
    `if`. Anywhere else Heat treats them as a plain mapping.
    """

    code = "HOT408"
    name = "misplaced-condition-function"
    severity = "warning"
    looks_at = frozenset({"suspects"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string}
outputs:
  small:
    value: {equals: [{get_param: size}, small]}
            ^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string}
conditions:
  small: {equals: [{get_param: size}, small]}
outputs:
  small:
    value: {if: [small, "yes", "no"]}
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  alarm:
    type: OS::Aodh::CompositeAlarm
    properties:
      composite_rule:
        or:
          - {type: gnocchi_resources_threshold, metric: cpu_util, threshold: 80, resource_type: instance, resource_id: a}
          - {type: gnocchi_resources_threshold, metric: mem_util, threshold: 90, resource_type: instance, resource_id: a}
"""),
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if template.version < versions.SECTIONS["conditions"]:
            return
        for _, entry in template.suspects:
            function = functions.get(entry.name)
            if function is None or function.value:
                continue
            args = template.read(entry.value)
            if function.takes("condition") and not all(
                map(_may_be_condition, args if isinstance(args, list) else [args])
            ):
                continue  # the rule language of a service: alarms have 'and' and 'or', too
            if not any(True for _ in function.check_form(args, template.version)):
                message = f"'{entry.name}' works only in conditions; here Heat treats it as a plain mapping"
                yield ctx.report(Target(entry, "key"), message)


def _may_be_condition(snippet: Snippet) -> bool:
    """Return whether a snippet looks like a condition: a name, a boolean, or a call of a function."""
    if isinstance(snippet, dict):
        return len(snippet) == 1 and functions.get(next(iter(snippet))) is not None
    return isinstance(snippet, str | bool | Call)
