from __future__ import annotations

from hotlint.rule import Checked, Example, Rule, RuleContext, Target, Template
from hotlint_rules.advice._misspelled import meant_names, written_names

_USERS = ("condition", "if", "Fn::If")
"""The keys and functions that take the name of a condition first."""


class UnusedCondition(Rule):
    """A condition is never used.

    Remove it, or use it: in `condition: NAME` of a resource or an output, in `{if: [NAME, ..., ...]}`, or in another
    condition.
    """

    code = "HOT802"
    name = "unused-condition"
    severity = "info"
    looks_at = frozenset({"conditions"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
conditions:
  never: false
  ^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
conditions:
  never: false
outputs:
  nothing: {value: x, condition: never}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if ctx.document.broken or not template.conditions:
            return
        used = {t.name for _, call in template.calls() for t in call.targets if t.kind == "condition"}
        used |= {p.snippet for p in template.parts if p.context == "condition" and isinstance(p.snippet, str)}
        if template.conditions.keys() - used:
            used |= written_names(ctx, _USERS)
            used |= meant_names(used - template.conditions.keys(), template.conditions)
        for condition in template.conditions.values():
            if condition.name not in used:
                message = f"condition '{condition.name}' is never used"
                yield ctx.report(Target(condition.key), message, tags=("unused",))
