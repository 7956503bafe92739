from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.document._problems import ProblemRule


class UnreadableValue(ProblemRule):
    """A value has an unknown YAML tag, or is invalid for its YAML type.

    Tags such as `!Ref` or `!include` belong to other tools, and Heat refuses them. Write a function in its long form
    ({get_resource: web}), and put a string in quotes that YAML reads as an invalid number or date.
    """

    code = "HOT004"
    name = "unreadable-value"
    looks_at = frozenset({"tag", "scalar"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
outputs:
  id:
    value: !Ref web
                ^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web: {type: "OS::Heat::Value"}
outputs:
  id:
    value: {get_resource: web}
"""),
    ]
