from __future__ import annotations

from collections.abc import KeysView
from typing import Any

from hotlint.analysis.template import Parameter
from hotlint.linter.rule import Checked, Context, Example, Rule, Target


class MissingDescription(Rule):
    """A parameter has no description and no label.

    The dashboard and the command line show a parameter's description to the person who has to enter its value.
    """

    code = "HOT803"
    name = "missing-description"
    severity = "info"
    default = False
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: number}
  ^^^^
outputs:
  size: {value: {get_param: size}}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: Number of servers}
outputs:
  size: {value: {get_param: size}}
""")
    ]

    def wants_keys(self, keys: KeysView[Any], version: str) -> bool:
        return bool(keys) and keys.isdisjoint(("description", "label"))

    def check_parameter(self, parameter: Parameter, ctx: Context) -> Checked:
        yield ctx.report(Target(parameter.key), f"parameter '{parameter.name}' has no description")
