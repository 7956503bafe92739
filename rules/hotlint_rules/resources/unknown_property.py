from __future__ import annotations

from hotlint.rule import Checked, Example, PropertyProblem, Resource, Rule, RuleContext
from hotlint_rules._misspelled_properties import missing_by
from hotlint_rules.resources._properties import finding


class UnknownProperty(Rule):
    """A resource has a property, at any depth, that its type does not have.

    Heat refuses the stack. The usual cause is a typo, or indentation that puts the property under the wrong key.
    `hotlint explain TYPE` lists the properties of the type.
    """

    code = "HOT503"
    name = "unknown-property"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
    properties:
      nam: private
      ^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
    properties:
      name: private
""")
    ]

    def check_property(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Checked:
        if problem.kind not in ("unknown-property", "not-implemented"):
            return ()
        if problem.later and (checked := ctx.template_context.properties(resource)) is not None:
            missing = missing_by(problem, checked.problems)
            problem = problem._replace(later=missing is None or missing.later)
        return [finding(problem, resource, ctx)]
