from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.parameters._constraints import ConstraintRule


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
