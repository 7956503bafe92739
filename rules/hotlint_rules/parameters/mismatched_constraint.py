from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.parameters._constraints import ConstraintRule


class MismatchedConstraint(ConstraintRule):
    """A constraint does not apply to the parameter's type, or does not exist in the template's version.

    length is for strings, lists and json; range and modulo are for numbers; allowed_pattern is for strings;
    allowed_values and custom_constraint are for all types but json. modulo requires version 2017-02-24 or later.
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
""")
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
