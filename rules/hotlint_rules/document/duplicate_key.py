from __future__ import annotations

from hotlint.linter.rule import Example
from hotlint_rules.document._problems import ProblemRule


class DuplicateKey(ProblemRule):
    """A key stands twice in one map.

    YAML forbids it, but Heat's loader keeps the last one and drops the other without a word: a resource, a property or
    a whole section is lost. Remove one of them, or give it another name.
    """

    code = "HOT002"
    name = "duplicate-key"
    slugs = frozenset({"duplicate-key"})
    explains = "the first one, which Heat drops"
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
