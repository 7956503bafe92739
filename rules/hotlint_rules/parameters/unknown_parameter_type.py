from __future__ import annotations

from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language import versions
from hotlint.rule import Checked, Example, Parameter, Rule, RuleContext, Scalar, Target
from hotlint_rules.structure._misplaced import misplaced_causes
from hotlint_rules.structure._nodes import describe, is_lost, place

_ELSEWHERE = {
    "integer": "number", "int": "number", "float": "number", "str": "string", "text": "string", "bool": "boolean",
    "list": "comma_delimited_list", "array": "comma_delimited_list", "commadelimitedlist": "comma_delimited_list",
    "map": "json", "dict": "json", "object": "json",
}  # fmt: skip
"""What other languages, and Heat's properties, call the types of parameters."""


class UnknownParameterType(Rule):
    """The type of a parameter is unknown.

    The types are string, number, boolean, json (mappings and lists) and comma_delimited_list (lists of strings), in lower
    case.
    """

    code = "HOT202"
    name = "unknown-parameter-type"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  size: {type: integer}
               ^^^^^^^
  name: {type: String}
               ^^^^^^
""",
            fixed="""\
heat_template_version: 2018-08-31
parameters:
  size: {type: number}
  name: {type: string}
""",
        )
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: number}
  name: {type: string}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        entry = parameter.fields.get("type")
        if entry is None or parameter.type in versions.PARAMETER_TYPES or is_lost(entry.value, ctx):
            return
        known = ctx.template.dialect.parameter_types
        types = ", ".join(known)
        node = entry.value
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            yield ctx.report(
                place(entry), f"type of parameter '{parameter.name}' must be one of {types}, not {describe(node)}"
            )
            return
        meant = _ELSEWHERE.get(node.value.lower())
        right = next((w for w, name in known.items() if name == meant), None) or unambiguous_match(node.value, known)
        hint = f" (did you mean '{right}'?)" if right else did_you_mean(node.value, known)
        message = f"unknown parameter type '{node.value}'{hint}; the types are {types}"
        fix, causes = ctx.rename_fix(Target(entry), right), misplaced_causes(parameter, ctx)
        yield ctx.report(place(entry), message, fix=fix, causes=causes)
