from __future__ import annotations

from hotlint.rule import ArgumentError, Call, Checked, Example, Part, Rule, RuleContext
from hotlint_rules.functions._arguments import finding


class UnknownAlgorithm(Rule):
    """`digest` uses an unknown hash algorithm.

    Heat refuses the stack. md5, sha1, sha224, sha256, sha384 and sha512 exist on every platform.
    """

    code = "HOT406"
    name = "unknown-algorithm"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  sum:
    type: OS::Heat::Value
    properties:
      value: {digest: [sha257, some text]}
                       ^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  sum:
    type: OS::Heat::Value
    properties:
      value: {digest: [sha256, some text]}
""")
    ]

    def check_argument_error(self, error: ArgumentError, call: Call, part: Part, ctx: RuleContext) -> Checked:
        return [finding(error, call, part, ctx)] if error.slug == "unknown-algorithm" else ()
