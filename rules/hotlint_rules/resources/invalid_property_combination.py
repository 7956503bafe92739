from __future__ import annotations

from hotlint.rule import Checked, Example, PropertyProblem, Resource, Rule, RuleContext
from hotlint_rules.resources._properties import finding


class InvalidPropertyCombination(Rule):
    """The value of a property contradicts the values of other properties.

    The schema of the resource type allows each value. Heat's own check of the type refuses the combination, and so Heat
    refuses the stack.
    """

    code = "HOT518"
    name = "invalid-property-combination"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  workers:
    type: OS::Heat::AutoScalingGroup
    properties:
      min_size: 4
                ^
      max_size: 2
      resource: {type: OS::Heat::RandomString}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  workers:
    type: OS::Heat::AutoScalingGroup
    properties:
      min_size: 2
      max_size: 4
      resource: {type: OS::Heat::RandomString}
""")
    ]

    def check_property(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Checked:
        return [finding(problem, resource, ctx)] if problem.kind == "invalid-combination" else ()
