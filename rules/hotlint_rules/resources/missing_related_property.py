from __future__ import annotations

from hotlint.rule import Checked, Example, PropertyProblem, Resource, Rule, RuleContext
from hotlint_rules.resources._properties import finding


class MissingRelatedProperty(Rule):
    """A property is missing that other properties, or their values, make necessary.

    The schema of the resource type marks none of them as required; Heat's own check of the type does, and refuses the
    stack. Add the property that the message names. `hotlint explain TYPE` lists what a type requires.
    """

    code = "HOT517"
    name = "missing-related-property"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  interface:
    type: OS::Neutron::RouterInterface
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    properties: {router: main}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters: {subnet: {type: string}}
resources:
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: main, subnet: {get_param: subnet}}
""")
    ]

    def check_property(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Checked:
        return [finding(problem, resource, ctx)] if problem.kind == "missing-related-property" else ()
