from __future__ import annotations

from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language.values import EvaluationError
from hotlint.rule import Call, CallTarget, Checked, Example, Part, Rule, RuleContext
from hotlint_rules._property_problems import call_fails_later
from hotlint_rules.references._targets import definition_causes, may_be_defined, undefined_causes


class UnknownParameter(Rule):
    """A parameter is undefined.

    Heat refuses the stack; in an output, the value is missing from the created stack. Define the parameter under
    `parameters`, or correct the name. The parameters that Heat itself provides are OS::stack_name, OS::stack_id and
    OS::project_id.
    """

    code = "HOT301"
    name = "unknown-parameter"
    severity = "error"
    takes = "parameter"
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

    def check_target(self, target: CallTarget, call: Call, part: Part, ctx: RuleContext) -> Checked:
        known = ctx.template.parameters
        if (
            target.kind != "parameter"
            or part.field == "type"
            or target.name in known
            or target.name in ctx.template.dialect.pseudo_parameters
        ):
            return ()
        if may_be_defined(target.name, ctx) or call_fails_later(call, part, ctx):
            return ()
        place = ctx.argument(call, target.path)
        names = [*known, *ctx.template.dialect.pseudo_parameters]
        hint = did_you_mean(target.name, names)
        if not hint and target.name in ctx.template.resources:
            hint = f"; '{target.name}' is a resource, use get_resource or get_attr"
        message = f"undefined parameter '{target.name}'{hint}"
        given = ctx.template_context.evaluation.inputs.parameters.get(target.name)
        causes = undefined_causes(given.origin, given.offset) if given is not None else ()
        return [
            ctx.report(
                place,
                message,
                severity=ctx.call_severity(part, call, "resolve"),
                fix=ctx.rename_fix(place, unambiguous_match(target.name, names)),
                causes=causes or definition_causes("parameter", target.name, names, ctx),
            )
        ]

    def check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        """Report an undefined name that another function returns."""
        if not isinstance(call.args[0] if isinstance(call.args, list) and call.args else call.args, Call):
            return
        try:
            ctx.template_context.evaluation.resolve(call)
        except EvaluationError as exc:
            if exc.slug == "unknown-parameter" and exc.call is call and not call_fails_later(call, part, ctx):
                severity = ctx.call_severity(part, call, "resolve")
                yield ctx.report(ctx.argument(call), exc.message, severity=severity, values=[call.args])
