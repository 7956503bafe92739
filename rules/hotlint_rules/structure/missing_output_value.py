from __future__ import annotations

from hotlint.rule import Checked, Context, Example, Rule
from hotlint.template import Output
from hotlint.yamltree import Mapping


class MissingOutputValue(Rule):
    """An output has no value.

    Heat refuses the stack, even when the output is switched off by a condition.
    """

    code = "HOT112"
    name = "missing-output-value"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
outputs:
  address:
  ^^^^^^^
    description: where the server is
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
outputs:
  address:
    description: where the server is
    value: 10.0.0.5
""")
    ]

    def check_output(self, output: Output, ctx: Context) -> Checked:
        if isinstance(output.node, Mapping) and "value" not in output.fields and not ctx.document.broken:
            yield ctx.report(output.key, f"The output '{output.name}' has no 'value'.")
