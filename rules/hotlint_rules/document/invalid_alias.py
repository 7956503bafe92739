from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.document._problems import ProblemRule


class InvalidAlias(ProblemRule):
    """An anchor, an alias or a merge key is invalid.

    `&name` marks a value, `*name` further down repeats it, and `<<: *name` adds its entries to a mapping. Heat refuses the
    template when the anchor is not defined above the alias, when one name marks two values, when a value contains itself,
    and when something other than a mapping is merged. A string that starts with `*` or `&` needs quotes.
    """

    code = "HOT003"
    name = "invalid-alias"
    looks_at = frozenset({"alias", "anchor", "merge"})
    explains = "anchor is defined here"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
    properties: &common {value: 1}
  db:
    type: OS::Heat::Value
    properties: *comon
                ^^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
parameters:
  zone: &text {type: string}
  size: &text {type: string}
        ^^^^^
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
    properties: &common {value: 1}
  db:
    type: OS::Heat::Value
    properties: {<<: *common, type: number}
""")
    ]
