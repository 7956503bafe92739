from __future__ import annotations

from hotlint.rule import Checked, Example, Parameter, RuleContext, Scalar, Sequence
from hotlint_rules.parameters._constraints import ConstraintRule
from hotlint_rules.structure._nodes import describe, is_lost, place


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
        entry = parameter.fields.get("constraints")
        if entry is None:
            return
        node = entry.value
        nothing = isinstance(node, Scalar) and node.value is None
        if not isinstance(node, Sequence) and not nothing and not is_lost(node, ctx):
            message = f"'constraints' of parameter '{parameter.name}' must be a list (items start with '-'), not {describe(node)}"
            yield ctx.report(place(entry), message)
        yield from super().check_parameter(parameter, ctx)
