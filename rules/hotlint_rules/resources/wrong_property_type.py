from __future__ import annotations

from hotlint.rule import Checked, Example, PropertyProblem, Resource, Rule, RuleContext
from hotlint_rules._misspelled_calls import misspelled_call, with_function
from hotlint_rules.resources._properties import finding


class WrongPropertyType(Rule):
    """The value of a property is not of the property's type.

    Heat refuses the stack. It converts strings and numbers to each other where possible, but never a single value to a
    list.
    """

    code = "HOT505"
    name = "wrong-property-type"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  volume:
    type: OS::Cinder::Volume
    properties:
      size: large
            ^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  volume:
    type: OS::Cinder::Volume
    properties:
      size: "10"
""")
    ]

    def check_property(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Checked:
        if problem.kind not in ("wrong-type", "cut"):
            return ()
        found = finding(problem, resource, ctx)
        misspelled = misspelled_call(problem, resource, ctx)
        return [found if misspelled is None else with_function(found, *misspelled, ctx)]
