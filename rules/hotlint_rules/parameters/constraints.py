"""The rules on constraints: each reports some problems of a parameter's constraints."""

from __future__ import annotations

from hotlint.common.annotations import ClassVar
from hotlint.rule import Checked, Example, Parameter, Rule, RuleContext, Scalar, Sequence
from hotlint_rules.parameters._contradictions import IMPOSSIBLE, MISMATCHED, broken_by_default, wrong_type
from hotlint_rules.parameters._shared import problems
from hotlint_rules.structure._nodes import describe, is_lost, place


class ConstraintRule(Rule):
    """Base of the rules that report problems of some kinds, those in `slugs`."""

    severity = "error"
    fields = ("constraints",)
    slugs: ClassVar[frozenset[str]]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        for located in problems(parameter, ctx):
            problem = located.problem
            if problem.kind not in self.slugs:
                continue
            message = f"parameter '{parameter.name}': {problem.message}"
            wrong = wrong_type(parameter, ctx) if problem.kind in MISMATCHED else None
            if wrong is not None and wrong.home is not None and wrong.home.problem.kind in self.slugs:
                if wrong.home is located:
                    yield wrong.report(parameter, message, ctx)
                continue
            target, severity = located.place, problem.severity
            if problem.kind in IMPOSSIBLE and located.item in broken_by_default(parameter, ctx):
                severity = "error"
            fix = ctx.rename_fix(target, problem.suggestion)
            causes = [wrong.cause(parameter, ctx)] if wrong is not None else ()
            yield ctx.report(target, message, severity=severity, fix=fix, causes=causes)


class MalformedConstraint(ConstraintRule):
    """A constraint is malformed.

    `constraints` is a list of mappings with one constraint each, such as {length: {min: 1, max: 8}}, {range: {min: 1}},
    {modulo: {step: 2, offset: 0}}, {allowed_values: [a, b]}, {allowed_pattern: "[a-z]+"} or
    {custom_constraint: nova.flavor}, and an optional description.
    """

    code = "HOT204"
    name = "malformed-constraint"
    slugs = frozenset({
        "not-a-mapping", "no-constraint", "several-constraints", "description-not-text", "unknown-limit",
        "limit-not-number", "limit-not-integer", "no-limit", "not-a-list", "pattern-not-text",
        "custom-constraint-not-text",
    })  # fmt: skip
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  name:
    type: string
    constraints:
      - length: {minimum: 3, max: many}
                 ^^^^^^^          ^^^^
      - allowed_values: web
                        ^^^
  size:
    type: number
    constraints: {range: {min: 1}}
                 ^^^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  name:
    type: string
    constraints:
      - length: {min: 3, max: 15}
        description: 3 to 15 characters
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        entry = parameter.fields["constraints"]
        node = entry.value
        nothing = isinstance(node, Scalar) and node.value is None
        if not isinstance(node, Sequence) and not nothing and not is_lost(node, ctx):
            message = f"'constraints' of parameter '{parameter.name}' must be a list (items start with '-'), not {describe(node)}"
            yield ctx.report(place(entry), message)
        yield from super().check_parameter(parameter, ctx)


class UnknownConstraint(ConstraintRule):
    """A constraint is unknown.

    Heat has length, range, modulo, allowed_values, allowed_pattern and custom_constraint.
    """

    code = "HOT205"
    name = "unknown-constraint"
    slugs = frozenset({"unknown-constraint-kind"})
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  name:
    type: string
    constraints:
      - allowed_value: [web, db]
        ^^^^^^^^^^^^^
""",
            fixed="""\
heat_template_version: 2018-08-31
parameters:
  name:
    type: string
    constraints:
      - allowed_values: [web, db]
""",
        )
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  name:
    type: string
    constraints:
      - allowed_values: [web, db]
""")
    ]


class MismatchedConstraint(ConstraintRule):
    """A constraint does not apply to the parameter's type, or does not exist in the template's version.

    length is for strings, lists and json; range and modulo are for numbers; allowed_pattern is for strings;
    allowed_values and custom_constraint are for all types but json. modulo requires version 2017-02-24 or later. If the type
    fits neither of two constraints, or neither a constraint nor the uses of the parameter, the type is marked.
    """

    code = "HOT206"
    name = "mismatched-constraint"
    slugs = frozenset({"wrong-type-for-constraint", "constraint-not-in-version"})
    bad = [
        Example("""\
heat_template_version: 2016-10-14
parameters:
  port:
    type: number
    constraints:
      - length: {max: 5}
        ^^^^^^
  size:
    type: number
    constraints:
      - modulo: {step: 2, offset: 0}
        ^^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
parameters:
  name:
    type: boolean
          ^^^^^^^
    constraints:
      - length: {max: 16}
      - allowed_pattern: "[a-z]+"
  size:
    type: string
          ^^^^^^
    constraints:
      - range: {max: 100}
resources:
  volume:
    type: OS::Cinder::Volume
    properties: {size: {get_param: size}}
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  port:
    type: number
    constraints:
      - range: {max: 65535}
  size:
    type: number
    constraints:
      - modulo: {step: 2, offset: 0}
""")
    ]


class ImpossibleConstraint(ConstraintRule):
    """No value satisfies the constraints of a parameter, or an allowed value breaks another constraint.

    Heat accepts contradictory limits and then refuses every value (it refuses an impossible modulo at once). A default makes
    it refuse the template.
    """

    code = "HOT207"
    name = "impossible-constraint"
    slugs = frozenset({"contradictory-limits", "impossible-modulo", "no-allowed-value", "allowed-value-refused"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  port:
    type: number
    constraints:
      - range: {min: 65535, max: 1024}
               ^^^^^^^^^^^^^^^^^^^^^^^
  size:
    type: number
    constraints:
      - modulo: {step: 2, offset: 3}
                                  ^
  name:
    type: string
    default: web
    constraints:
      - length: {min: 8, max: 4}
                ^^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  port:
    type: number
    constraints:
      - range: {min: 1024, max: 65535}
""")
    ]


class InvalidPattern(ConstraintRule):
    """The pattern of a constraint is not a valid regular expression, or uses a syntax that Python does not have.

    Heat uses Python's regular expressions. They have no POSIX classes: [:alpha:] matches the letters of its own name.
    """

    code = "HOT208"
    name = "invalid-pattern"
    slugs = frozenset({"bad-regex", "posix-class"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  name:
    type: string
    constraints:
      - allowed_pattern: "[a-z"
                         ^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  name:
    type: string
    constraints:
      - allowed_pattern: "[a-z]+"
""")
    ]


class UnknownCustomConstraint(ConstraintRule):
    """A custom constraint is unknown.

    Heat accepts the template but then refuses every value of the parameter.
    """

    code = "HOT209"
    name = "unknown-custom-constraint"
    slugs = frozenset({"unknown-custom-constraint"})
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  size:
    type: string
    constraints:
      - custom_constraint: nova.flavour
                           ^^^^^^^^^^^^
""",
            fixed="""\
heat_template_version: 2018-08-31
parameters:
  size:
    type: string
    constraints:
      - custom_constraint: nova.flavor
""",
        )
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size:
    type: string
    constraints:
      - custom_constraint: nova.flavor
""")
    ]


class MismatchedAllowedValue(ConstraintRule):
    """An allowed value is not of the parameter's type.

    Among the allowed values of a number, one that is not a number makes Heat refuse every value. An allowed value of a
    string that YAML reads as a boolean or null, and one of a list that is not a string, never matches as written.
    """

    code = "HOT210"
    name = "mismatched-allowed-value"
    slugs = frozenset({"allowed-value-wrong-type", "allowed-value-never-matches", "allowed-value-not-text"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    constraints:
      - allowed_values: [1, two]
                            ^^^
  switch:
    type: string
    constraints:
      - allowed_values: [on, off]
                         ^^  ^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    constraints:
      - allowed_values: [1, "2"]
  switch:
    type: string
    constraints:
      - allowed_values: ["on", "off"]
""")
    ]
