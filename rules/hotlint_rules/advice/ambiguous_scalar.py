from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.template import Parameter
from hotlint.linter.rule import Checked, Context, Example, Rule, Target
from hotlint.syntax.nodes import Scalar, Sequence
from hotlint_rules._quoting import quoting


class AmbiguousScalar(Rule):
    """A text is written without quotes, and YAML takes it for a number that reads differently.

    Heat's YAML takes `0755` for 493 (octal), `1:30` for 90 (minutes and seconds), and `1.10` for 1.1. Where a string is meant,
    put it in quotes: otherwise it is that number's text which servers get to see.
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

    def check_parameter(self, parameter: Parameter, ctx: Context) -> Checked:
        if parameter.type != "string":
            return
        for node in _texts(parameter):
            value = node.value
            if not isinstance(value, int | float) or isinstance(value, bool) or node.style or str(value) == node.text:
                continue
            message = (
                f"YAML takes {node.text} for the number {value}, so that is what Heat makes text of: put it in quotes."
            )
            yield ctx.report(Target(node), message, fix=quoting(node))


def _texts(parameter: Parameter) -> Iterator[Scalar]:
    """The default and the allowed values, as far as they are scalars."""
    default = parameter.field("default")
    if isinstance(default, Scalar):
        yield default
    for kind, entry, _ in parameter.constraints():
        if kind == "allowed_values" and isinstance(entry.value, Sequence):
            yield from (item for item in entry.value.items if isinstance(item, Scalar))
