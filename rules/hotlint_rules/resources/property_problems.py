"""The rules on the properties of a resource: each reports some kinds of problems."""

from __future__ import annotations

from collections.abc import Sequence

from hotlint.analysis.template import node_at
from hotlint.common.suggestions import closest_matches
from hotlint.language import versions
from hotlint.rule import (
    Checked,
    Diagnostic,
    Example,
    Mapping,
    PropertyProblem,
    Resource,
    Rule,
    RuleContext,
    Target,
    finding_cause,
)
from hotlint_rules._misspelled_calls import misspelled_call, with_function
from hotlint_rules._property_problems import fails_later, is_consequence, missing_by, misspelling
from hotlint_rules._versions import future_function
from hotlint_rules.functions.names import FutureFunction
from hotlint_rules.resources._properties import finding, misnamed_section
from hotlint_rules.resources.mismatched_parameter_type import cause_of


class PropertyRule(Rule):
    """Base of the rules that report some kinds of problems: those of `reports`.

    HOT555 reports those with which the creation of a nested stack fails, by `found` of the rule.
    """

    severity = "error"
    reports: tuple[str, ...]

    def check_property(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Checked:
        if problem.kind not in self.reports:
            return ()
        if problem.deferred and fails_later(problem, resource, ctx):
            return ()
        if ctx.template_context.depth and is_consequence(problem, resource, ctx):
            return ()
        return self.found(problem, resource, ctx)

    def found(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Sequence[Diagnostic]:
        """Return the findings for a problem of one of the kinds."""
        return [finding(problem, resource, ctx)]


class UnknownProperty(PropertyRule):
    """A resource has a property, at any depth, that its type does not have.

    Heat refuses the stack. The usual cause is a typo, or indentation that puts the property under the wrong key.
    `hotlint explain TYPE` lists the properties of the type.
    """

    code = "HOT503"
    name = "unknown-property"
    reports = ("unknown-property", "not-implemented")
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

    def found(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Sequence[Diagnostic]:
        if problem.later and (checked := ctx.template_context.properties(resource)) is not None:
            missing = missing_by(problem, checked.problems)
            problem = problem._replace(later=missing is None or missing.later)
        return [finding(problem, resource, ctx)]


class MissingProperty(PropertyRule):
    """A required property is missing.

    Heat refuses the stack. A property that is required inside another one is missing only where that other one is set. One whose
    name, or the `properties` above it, is misspelled is not missing as well: the misspelled name is the error.
    A resource that Heat adopts by its external_id needs no properties.
    """

    code = "HOT504"
    name = "missing-property"
    reports = ("missing-property",)
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

    def found(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Sequence[Diagnostic]:
        if ctx.is_adopted(resource) or (ctx.is_supplied and _is_of_template(problem, resource, ctx)):
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


class WrongPropertyType(PropertyRule):
    """The value of a property is not of the property's type.

    Heat refuses the stack. It converts strings and numbers to each other where possible, but never a single value to a
    list.
    """

    code = "HOT505"
    name = "wrong-property-type"
    reports = ("wrong-type", "cut")
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

    def found(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Sequence[Diagnostic]:
        found = finding(problem, resource, ctx)
        cause = cause_of(problem, resource, ctx) or _future_call(problem, resource, ctx)
        if cause is not None:
            return [found._replace(causes=(cause,))]
        misspelled = misspelled_call(problem, resource, ctx)
        return [found if misspelled is None else with_function(found, *misspelled, ctx)]


def _future_call(problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> str | None:
    """Return the finding that the value is a call of a function that the version of the template does not have yet, if it is one."""
    part = ctx.template.part(resource, "properties") if problem.kind == "wrong-type" else None
    if part is None or not part.suspects:
        return None
    node, _ = node_at(part.node, problem.path)
    for entry in part.suspects:
        if isinstance(node, Mapping) and node.entries[:1] == [entry] and future_function(entry, ctx.template):
            return finding_cause(ctx.template_context.path, FutureFunction.code, Target(entry, "key").span())
    return None


class PropertyConstraintViolation(PropertyRule):
    """The value of a property breaks a constraint.

    Heat refuses the stack or, where the value comes from another resource, fails during the deployment (then a warning).
    """

    code = "HOT506"
    name = "property-constraint-violation"
    reports = ("constraint",)
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


class ExclusiveProperties(PropertyRule):
    """Two properties exclude each other.

    Heat refuses the stack. Often one of them is the older name of the other.
    """

    code = "HOT507"
    name = "exclusive-properties"
    reports = ("conflict",)
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


class MissingRelatedProperty(PropertyRule):
    """A property is missing that other properties, or their values, make necessary.

    The schema of the resource type marks none of them as required; Heat's own check of the type does, and refuses the
    stack. Add the property that the message names. `hotlint explain TYPE` lists what a type requires.
    """

    code = "HOT517"
    name = "missing-related-property"
    reports = ("missing-related-property",)
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


class InvalidPropertyCombination(PropertyRule):
    """The value of a property contradicts the values of other properties.

    The schema of the resource type allows each value. Heat's own check of the type refuses the combination, and so Heat
    refuses the stack.
    """

    code = "HOT518"
    name = "invalid-property-combination"
    reports = ("invalid-combination",)
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


RULE_OF_KIND: dict[str, type[PropertyRule]] = {
    kind: rule
    for rule in (
        UnknownProperty, MissingProperty, WrongPropertyType, PropertyConstraintViolation, ExclusiveProperties,
        MissingRelatedProperty, InvalidPropertyCombination,
    )
    for kind in rule.reports
}  # fmt: skip
"""The rule that reports a kind of problem, by the kind."""
