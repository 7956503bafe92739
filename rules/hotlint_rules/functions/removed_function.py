from __future__ import annotations

from hotlint.analysis.template import argument
from hotlint.language import functions, versions
from hotlint.rule import Call, Checked, Example, Function, Part, Rule, RuleContext, Target
from hotlint_rules.functions._arguments import successor


class RemovedFunction(Rule):
    """A function is used that this version of HOT no longer has.

    Most functions that HOT took over from CloudFormation (Fn::Join, Ref, ...) exist only in version 2013-05-23, and
    Fn::Select only until 2015-04-30. Heat refuses the stack; each function has a successor.
    """

    code = "HOT402"
    name = "removed-function"
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
      value: {Ref: flavor}
              ^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
resources:
  size:
    type: OS::Heat::Value
    properties:
      value: {get_param: flavor}
""")
    ]

    def wants_call(self, function: Function) -> bool:
        return function.until is not None

    def check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        if functions.status(call.name, ctx.version, call.context) != "removed":
            yield from self._broken(call, part, ctx)
            return
        _, entry = argument(call)
        until = call.function.until
        assert until is not None and entry is not None
        instead = f"; use {new}" if (new := successor(call.function)) else ""
        gone = versions.VERSIONS[versions.VERSIONS.index(until) + 1]
        message = f"'{call.name}' was removed in version {versions.display_name(gone)}{instead}"
        yield ctx.report(Target(entry, "key"), message, severity=ctx.call_severity(part, call))

    def _broken(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        """Report Ref where the target release is older than Stein: it has the function, but cannot parse any use of it."""
        if call.name != "Ref" or ctx.template_context.catalog.is_reached("12"):
            return
        _, entry = argument(call)
        if entry is not None:
            message = (
                "'Ref' fails in Heat until Stein, which the target release precedes; use get_param or get_resource"
            )
            yield ctx.report(Target(entry, "key"), message, severity=ctx.call_severity(part, call))
