from __future__ import annotations

from hotlint.rule import ArgumentError, Call, Checked, Example, Part, Rule, RuleContext
from hotlint_rules.functions._arguments import finding


class YaqlSyntax(Rule):
    """The expression of a `yaql` call has a syntax error.

    Heat parses the expression when it validates the template, and refuses the stack when that fails. An expression reads
    the value of `data` as `$.data`.
    """

    code = "HOT407"
    name = "yaql-syntax"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  largest:
    type: OS::Heat::Value
    properties:
      value:
        yaql:
          expression: $.data.sizes.max(
                      ^^^^^^^^^^^^^^^^^
          data: {sizes: [1, 2]}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  largest:
    type: OS::Heat::Value
    properties:
      value:
        yaql:
          expression: $.data.sizes.max()
          data: {sizes: [1, 2]}
""")
    ]

    def check_argument_error(self, error: ArgumentError, call: Call, part: Part, ctx: RuleContext) -> Checked:
        return [finding(error, call, part, ctx)] if error.slug == "yaql-syntax" else ()
