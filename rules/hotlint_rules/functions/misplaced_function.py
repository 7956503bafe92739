from __future__ import annotations

from hotlint.language import functions
from hotlint.rule import Checked, Example, Mapping, Node, Parameter, Rule, RuleContext, Target

_PLAIN = ("default", "description", "label", "constraints")


class MisplacedFunction(Rule):
    """A function is used in a parameter's definition, where Heat does not call functions.

    Heat reads parameters first, so their defaults and constraints are plain data, and a function there is a plain mapping.
    Compute the value where the parameter is used, or in an OS::Heat::Value resource.
    """

    code = "HOT410"
    name = "misplaced-function"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  labels:
    type: json
    default: {get_file: labels.json}
              ^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  labels:
    type: json
    default: {owner: me}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        for name, field in parameter.fields.items():
            entry = _call(field.value) if name in _PLAIN else None
            if entry is not None and functions.status(entry.name, ctx.version) == "available":
                message = f"'{entry.name}' is not called in '{name}' of parameter '{parameter.name}'; Heat treats it as a plain key"
                yield ctx.report(Target(entry, "key"), message)


def _call(node: Node | None):  # type: ignore[no-untyped-def]
    if isinstance(node, Mapping) and len(node.entries) == 1:
        entry = node.entries[0]
        if isinstance(entry.name, str) and ("_" in entry.name or "::" in entry.name):
            return entry
    return None
