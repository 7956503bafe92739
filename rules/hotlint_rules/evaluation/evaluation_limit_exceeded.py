from __future__ import annotations

from hotlint.language.values import EvaluationError
from hotlint.rule import Checked, Example, Part, Rule, RuleContext


class EvaluationLimitExceeded(Rule):
    """A value takes more time or memory than a dry run allows.

    Heat has no such limit: a template like this keeps an engine busy for a long time, or uses up its memory. Nothing that
    depends on the value is checked.
    """

    code = "HOT702"
    name = "evaluation-limit-exceeded"
    severity = "warning"
    only_unresolved = True
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  n: {type: comma_delimited_list, default: "0,1,2,3,4,5,6,7,8,9"}
resources:
  all:
    type: OS::Heat::Value
    properties:
      value:
        repeat:
        ^^^^^^
          for_each: {A: {get_param: n}, B: {get_param: n}, C: {get_param: n}, D: {get_param: n}, E: {get_param: n}, F: {get_param: n}}
          template: A B C D E F
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  all:
    type: OS::Heat::Value
    properties:
      value: {repeat: {for_each: {A: [1, 2], B: [3, 4]}, template: A B}}
""")
    ]

    def check_part(self, part: Part, ctx: RuleContext) -> Checked:
        try:
            ctx.template_context.evaluation.value(part)
        except EvaluationError as exc:
            if exc.slug == "budget" and exc.call is not None:
                place = ctx.argument(exc.call, exc.path, "key")
                return [ctx.report(place, f"'{exc.call.name}' is not evaluated: {exc.message}")]
        return ()
