from __future__ import annotations

from hotlint.linter.rule import Example
from hotlint_rules.parameters._constraints import ConstraintRule


class InvalidPattern(ConstraintRule):
    """The pattern of a constraint is no valid regular expression, or means something else than it seems to.

    Heat uses Python's regular expressions. POSIX classes such as [:alpha:] are not among them: they match the letters
    of their own names.
    """

    code = "HOT208"
    name = "invalid-pattern"
    renamed = ("bad-pattern",)
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
