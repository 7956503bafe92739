from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.parameters._constraints import ConstraintRule


class ImpossibleConstraint(ConstraintRule):
    """No value satisfies the constraints of a parameter, or an allowed value breaks another constraint.

    Heat accepts contradictory limits and then refuses every value (it refuses an impossible modulo at once).
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
