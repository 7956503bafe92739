from __future__ import annotations

from hotlint.analysis.template import Template
from hotlint.language.functions.base import Call
from hotlint.linter.rule import Checked, Context, Example, Rule, Target

_NAMES_A_PARAMETER = frozenset({"parameter", "ref"})


class UnusedParameter(Rule):
    """A parameter is never used.

    Its value changes nothing in the stack. Remove the parameter, or use it. In a folder that is checked as a whole, templates
    that others nest are left out: their parameters are what their users pass.
    """

    code = "HOT801"
    name = "unused-parameter"
    severity = "info"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
  image: {type: string}
  ^^^^^
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: {get_param: flavor}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: {get_param: flavor}
""")
    ]

    def check_template(self, template: Template, ctx: Context) -> Checked:
        if ctx.document.broken or ctx.is_supplied:
            return
        used: set[str] = set()
        for _, call in template.calls():
            if call.function.kinds.isdisjoint(_NAMES_A_PARAMETER):
                continue
            named = [t.name for t in call.targets if t.kind in _NAMES_A_PARAMETER]
            if not named and _is_computed(call):
                return  # a function returns the name, so it may be any parameter
            used.update(named)
        for parameter in template.parameters.values():
            if parameter.name not in used:
                message = f"parameter '{parameter.name}' is never used"
                yield ctx.report(Target(parameter.key), message, tags=("unused",))


def _is_computed(call: Call) -> bool:
    args = call.args
    return isinstance(args, Call) or (isinstance(args, list) and bool(args) and isinstance(args[0], Call))
