from __future__ import annotations

from hotlint.analysis.template import Part
from hotlint.language.functions.base import ArgumentError, Call
from hotlint.linter.rule import Checked, Context, Example, Rule
from hotlint_rules.functions._arguments import finding

OTHER_RULES = frozenset({"unknown-algorithm", "yaql-syntax", "not-in-conditions", "removed"})


class WrongArguments(Rule):
    """A function has arguments that it does not accept.

    Each function has its own form: some take a list with items at fixed positions, some a mapping with fixed keys. Heat
    refuses the stack, or fails when it resolves the value. `hotlint explain list_join` shows a function's form.
    """

    code = "HOT405"
    name = "wrong-arguments"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  name:
    type: OS::Heat::Value
    properties:
      value: {list_join: [","]}
                         ^^^^^
  text:
    type: OS::Heat::Value
    properties:
      value:
        str_replace:
          template: $a
          ^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  name:
    type: OS::Heat::Value
    properties:
      value: {list_join: [",", [a, b]]}
""")
    ]

    def check_argument_error(self, error: ArgumentError, call: Call, part: Part, ctx: Context) -> Checked:
        return [finding(error, call, part, ctx)] if error.slug not in OTHER_RULES else ()
