from __future__ import annotations

from hotlint.analysis.template import span_of
from hotlint.common.suggestions import did_you_mean
from hotlint.language.values import show
from hotlint.rule import Call, Checked, Condition, Example, Rule, RuleContext


class InvalidCondition(Rule):
    """A condition is neither a boolean nor a function that returns one.

    Heat refuses the stack. The name of another condition is not enough: write {not: {not: other}}, or use the other
    condition itself.
    """

    code = "HOT411"
    name = "invalid-condition"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
conditions:
  always: "yes"
          ^^^^^
  list: [true]
        ^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
conditions:
  always: true
  never: {not: always}
""")
    ]

    def check_condition(self, condition: Condition, ctx: RuleContext) -> Checked:
        part = ctx.template.part(condition, "condition")
        if part is None or isinstance(part.snippet, bool | Call):
            return
        place = span_of(condition.node) if condition.node.end > condition.node.start else span_of(condition.key)
        hint = ""
        if isinstance(part.snippet, dict) and len(part.snippet) == 1:
            from hotlint.language import functions

            hint = did_you_mean(next(iter(part.snippet)), functions.available(ctx.version, "condition"))
        message = f"condition '{condition.name}' must be true, false or a function such as equals, not {show(_plain(part.snippet))}{hint}"
        yield ctx.report(place, message)


def _plain(snippet: object) -> object:
    from hotlint.language.functions.base import as_written

    return as_written(snippet)
