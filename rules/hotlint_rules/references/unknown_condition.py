from __future__ import annotations

from collections.abc import Iterable

from hotlint.analysis.template import span_of
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language.functions.base import describe_argument
from hotlint.language.values import EvaluationError
from hotlint.rule import Call, Checked, Example, Output, Part, Resource, Rule, RuleContext, Target
from hotlint_rules.references._targets import definition_causes, may_be_defined, possible_conditions


class UnknownCondition(Rule):
    """A condition is undefined.

    Heat refuses the stack, even for a resource that another condition disables. Define the condition under `conditions`,
    or correct the name. Write true and false without quotes.
    """

    code = "HOT304"
    name = "unknown-condition"
    severity = "error"
    takes = "condition"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
conditions:
  is_prod: true
resources:
  web:
    type: OS::Heat::Value
    condition: is_pord
               ^^^^^^^
    properties:
      value: {if: [isprod, 1, 2]}
                   ^^^^^^
""",
            fixed="""\
heat_template_version: 2018-08-31
conditions:
  is_prod: true
resources:
  web:
    type: OS::Heat::Value
    condition: is_prod
    properties:
      value: {if: [is_prod, 1, 2]}
""",
        )
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
conditions:
  is_prod: true
resources:
  web:
    type: OS::Heat::Value
    condition: {not: is_prod}
    properties:
      value: {if: [is_prod, 1, 2]}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        return self._field(resource, ctx)

    def check_output(self, output: Output, ctx: RuleContext) -> Checked:
        return self._field(output, ctx)

    def _field(self, owner: Resource | Output, ctx: RuleContext) -> Checked:
        part = ctx.template.part(owner, "condition")
        if part is None:
            return
        name = part.snippet
        if isinstance(name, Call):
            yield from _computed(name, part, ctx)
        if not isinstance(name, str):
            return
        if name not in ctx.template.conditions and not may_be_defined(name, ctx):
            entry = part.owner.fields["condition"]
            yield ctx.report(
                entry.via or span_of(part.node),
                _message(name, ctx.template.conditions, ctx),
                fix=ctx.rename_fix(Target(part.node), unambiguous_match(name, ctx.template.conditions)),
                causes=definition_causes("condition", name, ctx.template.conditions, ctx),
            )

    def check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        known = ctx.template.conditions
        if call.function.macro and isinstance(call.args, list) and call.args and isinstance(call.args[0], Call):
            yield from _computed(call.args[0], part, ctx)
        for target in call.targets:
            if target.kind != "condition" or target.name in known or may_be_defined(target.name, ctx):
                continue
            place = ctx.argument(call, target.path)
            severity = ctx.call_severity(part, call, "parse" if call.function.macro else "resolve")
            possible = possible_conditions(part.owner, ctx)
            fix = ctx.rename_fix(place, unambiguous_match(target.name, possible))
            causes = definition_causes("condition", target.name, known, ctx)
            yield ctx.report(place, _message(target.name, possible, ctx), severity=severity, fix=fix, causes=causes)
        if not call.function.macro:
            yield from _no_name(call, ctx)


def _no_name(call: Call, ctx: RuleContext) -> Checked:
    """Report an argument of `and`, `or` or `not` that is neither the name of a condition nor a condition function."""
    items = [((i,), item) for i, item in enumerate(call.args)] if isinstance(call.args, list) else [((), call.args)]
    error: EvaluationError | None = None
    for path, item in items:
        if isinstance(item, bool | str) or (item is None and path == ()):
            continue
        error = error or ctx.template_context.evaluation.failed(call)
        if error is None or error.slug != "unknown-condition" or error.call is not call:
            return
        if not isinstance(item, Call):
            message = f"'{call.name}' takes names of conditions, booleans and condition functions, not {describe_argument(item)}"
            yield ctx.report(ctx.argument(call, path), message)
        elif item.function.takes("parameter"):
            yield ctx.report(ctx.argument(call, path), error.message)


def _computed(head: Call, part: Part, ctx: RuleContext) -> Checked:
    """Report a function that returns something other than a condition."""
    try:
        ctx.template_context.evaluation.condition(head)
    except EvaluationError as exc:
        if exc.slug == "unknown-condition" and exc.call is None:
            severity = ctx.call_severity(part, head, "parse")
            yield ctx.report(ctx.argument(head), exc.message, severity=severity)


def _message(name: str, possible: Iterable[str], ctx: RuleContext) -> str:
    if name.lower() in ("true", "false", "yes", "no", "on", "off"):
        return f"undefined condition '{name}'; write the boolean without quotes"
    if name in ctx.template.parameters and name not in ctx.template.conditions:
        return f"undefined condition '{name}'; '{name}' is a parameter, use get_param"
    return f"undefined condition '{name}'{did_you_mean(name, possible)}"
