from __future__ import annotations

from hotlint.rule import Checked, Example, PropertyProblem, Resource, Rule, RuleContext
from hotlint_rules.resources._properties import finding


class ExclusiveProperties(Rule):
    """Two properties exclude each other.

    Heat refuses the stack. Often one of them is the older name of the other.
    """

    code = "HOT507"
    name = "exclusive-properties"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: private
      network_id: private
      ^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: private
""")
    ]

    def check_property(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Checked:
        return [finding(problem, resource, ctx)] if problem.kind in ("conflict",) else ()
