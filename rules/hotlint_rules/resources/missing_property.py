from __future__ import annotations

from hotlint.common.suggestions import closest_matches
from hotlint.language import versions
from hotlint.rule import Checked, Example, PropertyProblem, Resource, Rule, RuleContext
from hotlint_rules._misspelled_properties import misspelling
from hotlint_rules.resources._properties import finding, misnamed_section


class MissingProperty(Rule):
    """A required property is missing.

    Heat refuses the stack. A property that is required inside another one is missing only where that other one is set. One whose
    name, or the `properties` above it, is misspelled is not missing as well: the misspelled name is the error.
    A resource that Heat adopts by its external_id needs no properties.
    """

    code = "HOT504"
    name = "missing-property"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  subnet:
    type: OS::Neutron::RouterInterface
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    properties:
      subnet: private
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  subnet:
    type: OS::Neutron::RouterInterface
    properties:
      router: main
      subnet: private
  key:
    type: OS::Nova::KeyPair
    external_id: default
""")
    ]

    def check_property(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Checked:
        if (
            problem.kind != "missing-property"
            or ctx.is_adopted(resource)
            or (ctx.is_supplied and _is_of_template(problem, resource, ctx))
        ):
            return ()
        if _is_misspelled(problem, resource, ctx):
            return ()
        return [finding(problem, resource, ctx)]


def _is_misspelled(problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> bool:
    """Return whether a missing property is written with another name, or below another key, which is an error of its own."""
    section = misnamed_section(resource, problem)
    if section is not None:
        return section.name not in versions.RESOURCE_KEYS and bool(closest_matches(str(section.name), ["properties"]))
    checked = ctx.template_context.properties(resource)
    return checked is not None and misspelling(problem, checked.problems) is not None


def _is_of_template(problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> bool:
    """Return whether a missing property is a parameter of a nested template, which parameter_defaults may give a value."""
    return not problem.path and ctx.template_context.resolved_type(resource).location is not None
