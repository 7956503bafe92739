from __future__ import annotations

from hotlint.analysis.template import Parameter
from hotlint.linter.rule import Checked, Context, Example, Rule
from hotlint.syntax.nodes import Scalar
from hotlint_rules.structure._nodes import is_empty, place, sort


class FlagNotBoolean(Rule):
    """`hidden` or `immutable` of a parameter is not a boolean.

    Heat does not convert it: any text counts as true, "false" too.
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

    def check_parameter(self, parameter: Parameter, ctx: Context) -> Checked:
        for name in ("hidden", "immutable"):
            entry = parameter.fields.get(name)
            if entry is None or (isinstance(entry.value, Scalar) and isinstance(entry.value.value, bool)):
                continue
            counts = "false" if is_empty(entry.value) else "true"
            message = f"'{name}' is true or false, not {sort(entry.value)}: Heat takes this for {counts}."
            yield ctx.report(place(entry), message)
