from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.parameters._constraints import ConstraintRule


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
