from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.parameters._constraints import ConstraintRule


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
