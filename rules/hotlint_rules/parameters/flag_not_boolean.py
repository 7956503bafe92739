from __future__ import annotations

from hotlint.rule import Checked, Example, Parameter, Rule, RuleContext, Scalar
from hotlint_rules.structure._nodes import describe, is_empty, place


class FlagNotBoolean(Rule):
    """`hidden` or `immutable` of a parameter is not a boolean.

    Heat does not convert it: any string counts as true, even "false".
    """

    code = "HOT213"
    name = "flag-not-boolean"
    severity = "warning"
    needs = frozenset({"hidden", "immutable"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  password: {type: string, hidden: "false"}
                                   ^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  password: {type: string, hidden: true}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        for name in ("hidden", "immutable") if ctx.template.dialect.is_hot else ():
            entry = parameter.fields.get(name)
            if entry is None or (isinstance(entry.value, Scalar) and isinstance(entry.value.value, bool)):
                continue
            value = "false" if is_empty(entry.value) else "true"
            subject = f"'{name}' of parameter '{parameter.name}'"
            message = f"{subject} must be true or false, not {describe(entry.value)}; Heat reads it as {value}"
            yield ctx.report(place(entry), message)
