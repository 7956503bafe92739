from __future__ import annotations

from collections.abc import Iterator

from hotlint.rule import Checked, Example, Parameter, Rule, RuleContext, Scalar, Sequence, Target
from hotlint_rules.structure._nodes import quoting


class AmbiguousScalar(Rule):
    """A value of a string parameter is not quoted, and YAML reads it as a number that looks different.

    YAML 1.1 reads `0755` as 493 (octal), `1:30` as 90 (sexagesimal), and `1.10` as 1.1, and Heat converts that number to a
    string. Put the value in quotes to keep it as written.
    """

    code = "HOT805"
    name = "ambiguous-scalar"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  mode:
    type: string
    default: 0755
             ^^^^
  start:
    type: string
    constraints:
      - allowed_values: [1:30, "2:30"]
                         ^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  mode: {type: string, default: "0755"}
  count: {type: string, default: 755}
  real: {type: number, default: 0755}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        if parameter.type != "string":
            return
        for node in _scalars(parameter):
            value = node.value
            if not isinstance(value, int | float) or isinstance(value, bool) or node.style or str(value) == node.text:
                continue
            message = f"{node.text} is the number {value} in YAML, which Heat converts to a string; put it in quotes"
            yield ctx.report(Target(node), message, fix=quoting(node))


def _scalars(parameter: Parameter) -> Iterator[Scalar]:
    """Yield the default and the allowed values that are scalars."""
    default = parameter.field("default")
    if isinstance(default, Scalar):
        yield default
    for kind, entry, _ in parameter.constraints():
        if kind == "allowed_values" and isinstance(entry.value, Sequence):
            yield from (item for item in entry.value.items if isinstance(item, Scalar))
