from __future__ import annotations

from hotlint.rule import Checked, Example, PropertyProblem, Resource, Rule, RuleContext
from hotlint_rules.resources._properties import finding


class PropertyConstraintViolation(Rule):
    """The value of a property breaks a constraint.

    Heat refuses the stack or, where the value comes from another resource, fails during the deployment (then a warning).
    """

    code = "HOT506"
    name = "property-constraint-violation"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  volume:
    type: OS::Cinder::Volume
    properties:
      size: 0
            ^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  volume:
    type: OS::Cinder::Volume
    properties:
      size: 1
""")
    ]

    def check_property(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Checked:
        return [finding(problem, resource, ctx)] if problem.kind in ("constraint",) else ()
