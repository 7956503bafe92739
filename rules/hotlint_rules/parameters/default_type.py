from __future__ import annotations

from hotlint.rule import Checked, Context, Example, Rule
from hotlint.template import Parameter
from hotlint.values import sort_of
from hotlint.yamltree import Scalar
from hotlint_rules.parameters import defaults
from hotlint_rules.structure.nodes import place, sort


class DefaultType(Rule):
    """A parameter's default is not of its type.

    Heat refuses it once the default comes to be used. A string takes anything, but makes text of it: 'True' of yes,
    "['a']" of a list. Put such a default in quotes, or give the parameter the type that it needs.
    """

    code = "HOT211"
    name = "default-type"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  count: {type: number, default: many}
                                 ^^^^
  labels: {type: json, default: "{role: web}"}
                                ^^^^^^^^^^^^^
  debug: {type: boolean, default: maybe}
                                  ^^^^^
  answer: {type: string, default: yes}
                                  ^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  count: {type: number, default: "3"}
  labels: {type: json, default: '{"role": "web"}'}
  debug: {type: boolean, default: "on"}
  answer: {type: string, default: "yes"}
  zones: {type: comma_delimited_list, default: "a,b"}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: Context) -> Checked:
        entry = parameter.fields.get("default")
        if entry is None:
            return
        node = entry.value
        if parameter.type == "string":
            value = node.value if isinstance(node, Scalar) else node
            if isinstance(value, bool) or not isinstance(node, Scalar):
                made = f"the text '{value}'" if isinstance(value, bool) else "text"
                message = f"The parameter '{parameter.name}' is a string, and Heat makes {made} of {sort(node)}: put it in quotes."
                yield ctx.report(place(entry), message, severity="warning")
            return
        if isinstance(node, Scalar) and sort_of(node.value) == {"number": "a number", "boolean": "a boolean"}.get(parameter.type or ""):
            return
        for problem in defaults.problems(parameter, ctx):
            if problem.entry is None:
                severity = defaults.severity(problem, parameter, ctx)
                yield ctx.report(place(entry), problem.message, severity=severity)
