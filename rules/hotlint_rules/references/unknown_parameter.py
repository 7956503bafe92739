from __future__ import annotations

from hotlint import language
from hotlint.functions.base import Call
from hotlint.functions.base import Target as CallTarget
from hotlint.rule import Checked, Context, Example, Rule
from hotlint.spelling import clear, meant
from hotlint.template import Part


class UnknownParameter(Rule):
    """A function names a parameter that the template does not have.

    Heat refuses the stack; in an output, the value is missing from the finished stack. Declare the parameter under
    `parameters`, or mend the name. The parameters that Heat itself provides are OS::stack_name, OS::stack_id and
    OS::project_id.
    """

    code = "HOT301"
    name = "unknown-parameter"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
resources:
  size:
    type: OS::Heat::Value
    properties:
      value: {get_param: flavour}
                         ^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
outputs:
  size:
    value: {get_param: flavor}
  stack:
    value: {get_param: "OS::stack_name"}
""")
    ]

    def check_target(self, target: CallTarget, call: Call, part: Part, ctx: Context) -> Checked:
        known = ctx.template.parameters
        if target.kind != "parameter" or target.name in known or target.name in language.PSEUDO_PARAMETERS:
            return ()
        if ctx.maybe_lost(target.name):
            return ()
        place = ctx.argument(call, target.path)
        names = [*known, *language.PSEUDO_PARAMETERS]
        message = f"There is no parameter '{target.name}'{meant(target.name, names)}."
        severity = ctx.call_severity(part, call, "resolve")
        return [ctx.report(place, message, severity=severity, fix=ctx.rename_fix(place, clear(target.name, names)))]
