from __future__ import annotations

from hotlint.linter.rule import Example
from hotlint_rules.document._problems import ProblemRule


class DuplicateKey(ProblemRule):
    """A mapping has the same key twice.

    YAML forbids it, but Heat's loader silently keeps only the last value: a resource, a property or a whole section is
    lost. Remove or rename one of the keys.
    """

    code = "HOT002"
    name = "duplicate-key"
    slugs = frozenset({"duplicate-key"})
    explains = "first value, which Heat drops"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
  web:
  ^^^
    type: OS::Heat::RandomString
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
  secret:
    type: OS::Heat::RandomString
""")
    ]
