from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.parameters._constraints import ConstraintRule


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
