from __future__ import annotations

from hotlint.analysis.template import argument
from hotlint.language import functions
from hotlint.rule import Call, Checked, Example, Part, Rule, RuleContext, Target, Template


class NotInConditions(Rule):
    """A function is used in a condition that Heat does not allow there.

    Heat evaluates conditions before it creates any resource, so it allows only a few functions in them: get_param, equals,
    not, and, or; from 2017-09-01 also yaql and contains. Heat refuses the stack.
    """

    code = "HOT403"
    name = "not-in-conditions"
    severity = "error"
    looks_at = frozenset({"calls in conditions"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
conditions:
  known: {equals: [{list_join: ["", [a]]}, a]}
                    ^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string}
conditions:
  known: {equals: [{get_param: size}, a]}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for part, call in _in_conditions(template):
            if functions.status(call.name, ctx.version, "condition") != "not-in-conditions":
                continue
            _, entry = argument(call)
            assert entry is not None
            allowed = ", ".join(functions.available(ctx.version, "condition"))
            message = f"'{call.name}' is not allowed in a condition; only {allowed} are"
            yield ctx.report(Target(entry, "key"), message, severity=ctx.call_severity(part, call, "parse"))


def _in_conditions(template: Template) -> list[tuple[Part, Call]]:
    return [(part, call) for part in template.parts for call in part.calls if call.context == "condition"]
