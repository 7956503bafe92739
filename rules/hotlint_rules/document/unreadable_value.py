from __future__ import annotations

from hotlint.linter.rule import Example
from hotlint_rules.document._problems import ProblemRule


class UnreadableValue(ProblemRule):
    """A value has a YAML tag that Heat does not know, or a form that YAML cannot read.

    Tags such as `!Ref` or `!include` belong to other tools: Heat refuses them. Write the function in its long form
    ({get_resource: web}), and put text in quotes that YAML takes for a number or date which it is not.
    """

    code = "HOT004"
    name = "unreadable-value"
    slugs = frozenset({"tag", "scalar"})
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
""")
    ]
